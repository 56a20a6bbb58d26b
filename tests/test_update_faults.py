"""Whatever goes wrong in an update, the database is the old one or the new one, whole."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harbour import environment
from harness import site as sites
from harness.site import Site
from harness.sources import (
    Source,
    add_pack,
    as_json_data,
    as_thronesdb,
    character,
    encoded,
    invented,
    lay_out,
    zipped,
)
from updates import NOW, QUICK, TODAY, Kitchen, changed, kitchen

from deckcheck.errors import DeckcheckError, InputError, StoreError
from deckcheck.store.fetched import has_previous, roll_back, updating
from deckcheck.store.home import find_home
from importers.thronesdb_api import PATHS

POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and limits")


@pytest.fixture
def here(tmp_path: Path) -> Kitchen:
    return kitchen(tmp_path)


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as opened:
        yield opened


def with_new_pack(source: Source) -> None:
    add_pack(source, "Su", "2026-05-01", [character("92001", "Una Sugar")])


NEW = changed(with_new_pack)
ZIP = "repo/zip/HEAD"


def put_api(site: Site, source: Source) -> None:
    for name, content in encoded(as_thronesdb(source)).items():
        site.pages["/" + PATHS[name]] = content


def put_folder(site: Site, source: Source) -> None:
    for name, content in encoded(source).items():
        site.pages["/raw/" + name] = content


# --- over the network, when all is well -------------------------------------------------------


def test_throneteki_as_one_archive(here: Kitchen, site: Site) -> None:
    site.pages["/" + ZIP] = zipped(NEW)
    result = here.fetch(site.url + ZIP)
    assert [card["code"] for card in result.changes.new] == ["92001"]
    assert (result.after, result.provenance.address) == (TODAY, site.url + ZIP)
    assert here.title("92001") == "Una Sugar"


def test_throneteki_as_raw_files(here: Kitchen, site: Site) -> None:
    put_folder(site, NEW)
    assert here.fetch(site.url + "raw/").written
    assert site.paths() == [
        *("/raw/cycles.json", "/raw/restricted-list.json"),
        *("/raw/packs/Fl.json", "/raw/packs/Ye.json", "/raw/packs/Su.json"),
    ]
    assert here.title("92001") == "Una Sugar"


def test_thronesdb_by_its_api(here: Kitchen, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    put_api(site, NEW)
    monkeypatch.setenv("DECKCHECK_THRONESDB_URL", site.url.rstrip("/"))
    assert here.fetch(None, source="thronesdb").written
    assert site.paths() == ["/" + path for path in PATHS.values()]
    assert here.title("92001") == "Una Sugar"


def test_thronesdb_json_data_as_an_archive(here: Kitchen, site: Site) -> None:
    site.pages["/" + ZIP] = zipped(as_json_data(NEW))
    assert here.fetch(site.url + ZIP, source="thronesdb-json").written
    assert here.title("92001") == "Una Sugar"


def test_a_table_by_its_address(here: Kitchen, site: Site) -> None:
    site.pages["/my/cards.csv"] = b"code,limit\n90001,2\n"
    result = here.fetch(site.url + "my/cards.csv", source="table")
    assert result.changes.changed[0].fields == {"limit": (3, 2)}


def test_the_second_time_nothing_is_sent_and_nothing_written(here: Kitchen, site: Site) -> None:
    put_api(site, NEW)
    here.fetch(site.url, source="thronesdb")
    before = here.files()
    again = here.fetch(site.url, source="thronesdb")
    assert again.nothing
    assert here.files() == before
    assert all("If-None-Match" in asked.headers for asked in site.log[4:])


def test_an_update_that_was_cut_off_goes_on_where_it_was(here: Kitchen, site: Site) -> None:
    put_folder(site, NEW)
    site.fail("/raw/packs/Ye.json", sites.status(404))
    with pytest.raises(InputError):
        here.fetch(site.url + "raw/")
    site.faults.clear()
    site.log.clear()
    assert here.fetch(site.url + "raw/").written
    sent_anew = [asked.path for asked in site.log if "If-None-Match" not in asked.headers]
    assert sent_anew == ["/raw/packs/Ye.json", "/raw/packs/Su.json"]


# --- over the network, when it isn't ----------------------------------------------------------

FAULTS: dict[str, Any] = {
    "500": sites.status(500),
    "404": sites.status(404),
    "304 unasked": sites.status(304),
    "gone": sites.gone,
    "silent": sites.silent,
    "trickle": sites.trickle,
    "half": sites.cut_off,
    "half, unannounced": sites.cut_off_unannounced,
    "no JSON": sites.says(b"<html>", "text/html"),
    "another JSON": sites.says(b'{"success": false}'),
    "a list of odd things": sites.says(b'[null, 5, "x"]'),
    "empty": sites.says(b""),
    "elsewhere": sites.sends_on("https://example.invalid/"),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=list(FAULTS))
def test_a_fault_half_way_leaves_everything_as_it_was(
    here: Kitchen, site: Site, fault: Any
) -> None:
    put_api(site, NEW)
    site.fail("/" + PATHS["cards.json"], fault)
    old = Path(here.home.cards).read_bytes()
    slow = fault in (sites.silent, sites.trickle)
    limits = QUICK._replace(read=0.4, total=1) if slow else QUICK
    with pytest.raises(DeckcheckError) as refusal:
        here.fetch(site.url, limits, source="thronesdb")
    assert refusal.value.exit_code == 2
    assert "\n" not in str(refusal.value)
    assert Path(here.home.cards).read_bytes() == old
    assert not os.path.exists(here.home.fetched)
    assert here.title("92001") is None


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (zipped(NEW)[:-40], "no whole zip archive"),
        (zipped(NEW)[:2000], "no whole zip archive"),
        (b"<html>", "is no zip archive of throneteki-json-data"),
        (zipped({"x.json": []}), "it has no cycles.json"),
        (zipped({"cycles.json": [], "restricted-list.json": []}), "it has no packs/"),
    ],
)
def test_an_archive_that_is_none_is_refused(
    here: Kitchen, site: Site, body: bytes, says: str
) -> None:
    site.pages["/" + ZIP] = body
    with pytest.raises(InputError, match=says):
        here.fetch(site.url + ZIP)
    assert here.title("90001") == "Ada Flour"


def test_an_archive_that_grows_without_end_is_refused(
    here: Kitchen, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importers.files.MOST_BYTES", 5000)
    site.pages["/" + ZIP] = zipped(NEW)
    with pytest.raises(InputError, match="more than a source of cards has"):
        here.fetch(site.url + ZIP)


def test_names_of_files_come_from_nobody_else(here: Kitchen, site: Site) -> None:
    source = invented()
    source["cycles.json"][0]["packs"] = ["../../secret"]
    put_folder(site, source)
    with pytest.raises(InputError, match="can't be the name of a file"):
        here.fetch(site.url + "raw/")
    assert len(site.log) == 2


# --- two at once, no room, sudden ends --------------------------------------------------------


def test_of_two_updates_at_once_one_says_so(here: Kitchen) -> None:
    lay_out(NEW, here.folder)
    started, over = threading.Event(), threading.Event()

    def hold() -> None:
        with updating(here.home):
            started.set()
            over.wait(30)

    thread = threading.Thread(target=hold)
    thread.start()
    started.wait(30)
    try:
        with pytest.raises(StoreError, match="Another deckcheck is updating"):
            here.update()
    finally:
        over.set()
        thread.join()
    assert here.update().written


UPDATE = f"""
import sys
from deckcheck.errors import DeckcheckError
from deckcheck.store.home import find_home
from importers.update import Request, update
request = Request(offline=sys.argv[3], snapshot={TODAY!r})
try:
    update(find_home(sys.argv[1]), sys.argv[2], request, today={TODAY!r}, now={NOW!r})
except DeckcheckError as error:
    print(error)
"""


def start(here: Kitchen, code: str = UPDATE, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, here.home.folder, here.root, str(here.folder), *more]
    return subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True)


def test_processes_that_update_together_leave_one_whole_database(here: Kitchen) -> None:
    lay_out(NEW, here.folder)
    said = [process.communicate(timeout=120)[0] for process in [start(here) for _ in range(4)]]
    assert all(text == "" or "Another deckcheck is updating" in text for text in said)
    assert here.rows()["card"] == 31
    assert here.title("92001") == "Una Sugar"


FORK_AND_DIE = """
import os, signal, sys
import deckcheck.store.build, deckcheck.store.fetched, importers.throneteki_json, importers.update
from deckcheck.store.home import find_home
from importers.update import Request, update
deckcheck.store.build.cards_tables()
modules = (deckcheck.store.build, deckcheck.store.fetched, importers.update)
files = {module.__file__ for module in modules}
home, root, folder, day, now = sys.argv[1:]
lines = 0
def die_at(last):
    def trace(frame, event, value):
        global lines
        if frame.f_code.co_filename not in files:
            return None
        lines += event == "line"
        if event == "line" and lines == last:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace
    sys.settrace(trace)
    update(find_home(home), root, Request(offline=folder, snapshot=day), today=day, now=now)
    sys.settrace(None)
    print(lines, flush=True)
    os._exit(0)
for line in sys.stdin:
    child = os.fork()
    if not child:
        die_at(int(line))
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL:
        print("killed", flush=True)
"""
"""Updates in a child for each line of input, which ends itself (-9) at that line of the program."""


@POSIX_ONLY
def test_an_update_that_is_killed_leaves_the_old_data_or_the_new(here: Kitchen) -> None:
    source = changed(with_new_pack)
    card = source["packs/Su.json"]["cards"][0]
    arguments = [here.home.folder, here.root, str(here.folder), TODAY, NOW]
    process = subprocess.Popen(
        [sys.executable, "-c", FORK_AND_DIE, *arguments],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def update_until(line: int, name: str) -> str:
        assert process.stdin
        assert process.stdout
        card["name"] = name
        lay_out(source, here.folder)
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
        return process.stdout.readline().strip()

    chance = random.Random(6)
    seen = []
    # Mostly anywhere, and in the last lines, where one rename decides.
    for turn, from_end in enumerate([*([None] * 8), 2, 12, 22, 32]):
        before, name = f"Una Sugar {turn}", f"Una Sugar {turn} anew"
        total = int(update_until(0, before))
        moment = chance.randrange(1, total) if from_end is None else total - from_end
        assert update_until(moment, name) == "killed"
        assert here.rows()["card"] == 31
        found = here.title("92001")
        assert found in (before, name)
        seen.append(found == name)
        assert here.update().written == (not seen[-1])
        assert here.title("92001") == name
        assert not [left for left in here.files() if left.endswith(".new")]
    process.communicate(timeout=60)
    assert set(seen) == {True, False}


@POSIX_ONLY
@pytest.mark.parametrize("room", [500, 3_000, 20_000, 60_000])
def test_a_full_disk_leaves_everything_as_it_was(here: Kitchen, room: int) -> None:
    lay_out(NEW, here.folder)
    before = here.files()
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
    said = start(here, limit + UPDATE).communicate(timeout=120)[0]
    assert "can't be written to" in said
    assert "what was there is as it was" in said
    assert here.files() == before
    assert here.update().written


def test_a_home_that_cant_be_written_is_a_sentence(here: Kitchen, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    nowhere = here._replace(home=find_home(tmp_path / "file" / "home"))
    with pytest.raises(StoreError, match="can't be written to"):
        nowhere.update(NEW)


def test_wrong_corrections_are_left_out_and_said_with_the_update(here: Kitchen) -> None:
    Path(here.home.corrections).write_text("nonsense", "utf-8")
    result = here.update(NEW)
    assert result.written
    assert any("corrections.toml can't be read" in note for note in result.notes)


# --- the way back -----------------------------------------------------------------------------


def back(here: Kitchen) -> None:
    with updating(here.home):
        roll_back(here.home, here.root, "agot2")


def test_a_rollback_brings_back_what_was_and_another_undoes_it(here: Kitchen) -> None:
    old = Path(here.home.cards).read_bytes()
    here.update(NEW)
    new = Path(here.home.cards).read_bytes()
    back(here)
    assert Path(here.home.cards).read_bytes() == old
    with here.open() as store:
        assert not store.built
        assert store.pool("agot2").card("92001") is None
    back(here)
    assert Path(here.home.cards).read_bytes() == new
    assert here.title("92001") == "Una Sugar"


def test_a_rollback_goes_to_the_update_before(here: Kitchen) -> None:
    here.update(NEW)
    newer = changed(with_new_pack)
    newer["packs/Su.json"]["cards"].append(character("92002", "Vera Vanilla"))
    here.update(newer)
    back(here)
    assert (here.title("92001"), here.title("92002")) == ("Una Sugar", None)
    assert here.update().written  # the next update brings it again
    assert here.title("92002") == "Vera Vanilla"


def test_a_rollback_builds_the_database_where_the_kept_one_is_of_other_rules(
    here: Kitchen,
) -> None:
    here.update(NEW)
    rules = Path(here.root) / "agot2" / "rules" / "baseline.toml"
    rules.write_text(rules.read_text("utf-8") + "\n# a newer deckcheck\n")
    back(here)
    with here.open() as store:
        assert not store.built
        assert store.pool("agot2").card("92001") is None


def test_without_an_update_there_is_nothing_to_go_back_to(here: Kitchen) -> None:
    assert not has_previous(here.home, "agot2")
    with pytest.raises(StoreError, match="have not been updated"):
        back(here)


@POSIX_ONLY
def test_a_rollback_works_on_a_full_disk(here: Kitchen) -> None:
    here.update(NEW)
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
        "from deckcheck.store.home import find_home\n"
        "from deckcheck.store.fetched import roll_back, updating\n"
        "home = find_home(sys.argv[1])\n"
        "with updating(home): roll_back(home, sys.argv[2], 'agot2')\n"
    )
    process = start(here, code)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert here.title("92001") is None


def test_where_there_are_no_second_names_files_are_copied(
    here: Kitchen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise OSError("not here")

    monkeypatch.setattr(os, "link", no_links)
    here.update(NEW)
    back(here)
    assert here.title("92001") is None
    with here.open() as store:
        assert not store.built


def test_where_the_database_cant_be_put_in_its_place_it_is_built_again(
    here: Kitchen, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def held(old: str, new: str) -> None:
        if new == here.home.cards:
            raise PermissionError(13, "somebody reads it")
        replace(old, new)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", held)
        assert here.update(NEW).written
    with here.open() as store:
        assert store.built
        assert store.pool("agot2").card("92001") is not None
    assert not [left for left in here.files() if left.endswith(".new")]
