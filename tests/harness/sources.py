"""An invented set of cards in the shapes that the sources have, and a data folder made of it.

Two packs of a game that plays by the shipped rules of *A Game of Thrones*: enough for a legal
deck. All names and texts are made up. A source is relative name → JSON value.
"""

from __future__ import annotations

import copy
import io
import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

from deckcheck.shipped import data_root
from importers import agot2_files, throneteki_json

Source = dict[str, Any]

FACTIONS = json.loads((data_root() / "agot2" / "factions.json").read_text("utf-8"))
DAY = "2026-01-31"
"""The day that the data in the folder are of."""
ICONS = {"military": True, "intrigue": False, "power": True}


def character(code: str, name: str, **more: Any) -> dict[str, Any]:
    """A Stark character in throneteki's shape."""
    return {
        "code": code,
        "type": "character",
        "name": name,
        "octgnId": f"00000000-0000-4000-8000-0000000{code}",
        "quantity": 3,
        "unique": False,
        "faction": "stark",
        "loyal": False,
        "cost": 2,
        "icons": dict(ICONS),
        "strength": 3,
        "traits": ["Baker"],
        "text": "Renown.",
        "deckLimit": 3,
    } | more


def plot(code: str, name: str, **more: Any) -> dict[str, Any]:
    """A neutral plot in throneteki's shape."""
    stats = {"income": 5, "initiative": 1, "claim": 1, "reserve": 6}
    return {
        "code": code,
        "type": "plot",
        "name": name,
        "octgnId": None,
        "quantity": 1,
        "faction": "neutral",
        "plotStats": stats,
        "traits": [],
        "text": "",
        "deckLimit": 1,
    } | more


def agenda(code: str, name: str, **more: Any) -> dict[str, Any]:
    """A neutral agenda in throneteki's shape."""
    return {
        "code": code,
        "type": "agenda",
        "name": name,
        "quantity": 1,
        "faction": "neutral",
        "traits": [],
        "text": "Bake well.",
        "deckLimit": 1,
    } | more


def legality(version: str, date: str, **more: Any) -> dict[str, Any]:
    """A list of the line *standard* in throneteki's shape."""
    part = {"restricted": [], "banned": [], "pods": []}
    return {
        "code": f"gotstandard{version}",
        "issuer": "Bakers",
        "name": f"Standard v{version}",
        "version": version,
        "date": date,
        "cardSet": "redesign",
        "bannedCards": [],
        "formats": [{"name": "joust", **part}, {"name": "melee", **part}],
    } | more


NAMES = (
    *("Ada Flour", "Bertram Yeast", "Cara Crust", "Dunstan Rye", "Elsa Bun", "Finn Oven"),
    *("Greta Loaf", "Hugo Barley", "Ida Spelt", "Jon Miller", "Kat Kneader", "Leo Scone"),
    *("Mina Malt", "Nils Grain", "Olga Tart", "Per Pastry", "Quin Quiche", "Rosa Roll"),
    *("Sven Sieve", "Tove Torte"),
)
PLOTS = ("Dawn Shift", "Full Ovens", "Hot Stones", "Long Rise", "Market Day", "No Flour", "Rest")


def invented() -> Source:
    """The source as it is on `DAY`."""
    first = [character(f"90{n:03}", name) for n, name in enumerate(NAMES, 1)]
    first += [plot(f"90{n:03}", name) for n, name in enumerate(PLOTS, 21)]
    second = [
        character("91001", "Ada Flour", cost=4, text="Stealth.\n+1 Income."),
        agenda("01027", "Fealty"),
        {
            **character("91003", "Rolling Pin", unique=True, cost="X", text="Terminal."),
            "type": "attachment",
        },
    ]
    for card in second[2:]:
        del card["icons"], card["strength"]
    return copy.deepcopy(
        {
            "packs/Fl.json": {
                "code": "Fl",
                "name": "Flour",
                "releaseDate": "2015-03-01",
                "cards": first,
            },
            "packs/Ye.json": {
                "code": "Ye",
                "name": "Yeast",
                "releaseDate": "2016-04-01",
                "cards": second,
            },
            "cycles.json": [
                {"id": "dough", "name": "Dough", "packs": ["Fl"]},
                {"id": "rise", "name": "The Rise", "packs": ["Ye"]},
            ],
            "restricted-list.json": [legality("1.0", "2021-07-16", bannedCards=["91001"])],
        }
    )


def add_pack(source: Source, code: str, date: str | None, cards: list[dict[str, Any]]) -> None:
    """Add a pack, in a cycle of its own."""
    source[f"packs/{code}.json"] = {
        "code": code,
        "name": f"Pack {code}",
        "releaseDate": date,
        "cards": cards,
    }
    source["cycles.json"].append({"id": code.lower(), "name": f"Cycle {code}", "packs": [code]})


def card_in(source: Source, code: str) -> dict[str, Any]:
    """A card of the source, to be changed."""
    return next(
        card
        for name, pack in source.items()
        if name.startswith("packs/")
        for card in pack["cards"]
        if card["code"] == code
    )


def as_thronesdb(source: Source) -> Source:
    """The same as ThronesDB's API says it: four answers by file name."""
    place = {
        pack: (number, inner)
        for number, cycle in enumerate(source["cycles.json"], 1)
        for inner, pack in enumerate(cycle["packs"], 1)
    }
    packs = [pack for name, pack in source.items() if name.startswith("packs/")]
    return {
        "packs.json": [
            {
                "name": pack["name"],
                "code": pack["code"],
                "position": place[pack["code"]][1],
                "cycle_position": place[pack["code"]][0],
                "available": pack["releaseDate"] or "",
                "known": len(pack["cards"]),
                "total": len(pack["cards"]),
                "url": "",
            }
            for pack in packs
        ],
        "cycles.json": [
            {"name": c["name"], "code": c["id"], "position": n, "packs": c["packs"], "url": ""}
            for n, c in enumerate(source["cycles.json"], 1)
        ],
        "cards.json": [thronesdb_card(card, pack) for pack in packs for card in pack["cards"]],
        "restrictions.json": [thronesdb_list(row) for row in source["restricted-list.json"]],
    }


def as_json_data(source: Source) -> Source:
    """The same in the files of thronesdb-json-data, with a translated title."""
    packs = [pack for name, pack in source.items() if name.startswith("packs/")]
    cycle_of = {pack: c["id"] for c in source["cycles.json"] for pack in c["packs"]}
    files: Source = {
        "packs.json": [
            {
                "code": pack["code"],
                "name": pack["name"],
                "cycle_code": cycle_of[pack["code"]],
                "date_release": pack["releaseDate"],
            }
            for pack in packs
        ],
        "cycles.json": [{"code": c["id"], "name": c["name"]} for c in source["cycles.json"]],
        "factions.json": [
            {"code": f["code"], "name": f["name"], "octgn_id": f.get("guid")} for f in FACTIONS
        ],
        "translations/de/pack/Fl.json": [{"code": "90001", "name": "Ada Mehl"}],
    }
    for pack in packs:
        cards = [thronesdb_card(card, pack) for card in pack["cards"]]
        files[f"pack/{pack['code']}.json"] = cards
    return files


def thronesdb_card(card: dict[str, Any], pack: dict[str, Any]) -> dict[str, Any]:
    """One card as ThronesDB has it: everything there is on every card, null where it isn't."""
    stats = card.get("plotStats", {})
    icons = card.get("icons", {})
    cost = card.get("cost")

    def number(value: Any) -> Any:
        return None if value == "X" else value

    return {
        "pack_code": pack["code"],
        "pack_name": pack["name"],
        "type_code": card["type"],
        "type_name": card["type"].title(),
        "faction_code": card["faction"],
        "faction_name": card["faction"].title(),
        "position": int(card["code"][2:]),
        "code": card["code"],
        "name": card["name"],
        "cost": None if cost is None else str(cost),
        "text": card["text"],
        "quantity": card["quantity"],
        **{key: number(stats.get(key)) for key in ("income", "initiative", "claim", "reserve")},
        "deck_limit": card["deckLimit"],
        "strength": number(card.get("strength")),
        "traits": " ".join(f"{trait}." for trait in card["traits"]),
        "flavor": "",
        "illustrator": None,
        "is_unique": card.get("unique", False),
        "is_loyal": card.get("loyal", False),
        **{f"is_{icon}": icons.get(icon, False) for icon in ICONS},
        "octgn_id": None if card.get("octgnId") in (None, "", "null") else card["octgnId"],
        "is_multiple": False,
        "label": card["name"],
        "url": "",
        "work_in_progress": False,
    }


def thronesdb_list(row: dict[str, Any]) -> dict[str, Any]:
    """One list as ThronesDB has it: every format with all its bans, its own code."""
    return {
        "code": f"site-{row['version']}",
        "title": row["name"],
        "effectiveOn": f"{row['date']}T00:00:00+00:00",
        "issuer": row["issuer"],
        "cardSet": row["cardSet"],
        "version": row["version"],
        "active": True,
        "contents": {
            part["name"]: {
                "banned": [*row["bannedCards"], *part.get("banned", [])],
                "restricted": part["restricted"],
                "restricted_pods": [
                    {"title": f"P{n}", **pod} for n, pod in enumerate(part.get("pods", []), 1)
                ],
            }
            for part in row["formats"]
        },
    }


def encoded(source: Source) -> dict[str, bytes]:
    """The files' bytes."""
    return {name: json.dumps(value).encode() for name, value in source.items()}


def lay_out(source: Source, folder: Path) -> Path:
    """Write the files, and only them, into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in encoded(source).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def zipped(source: Source, top: str = "data-HEAD/") -> bytes:
    """The files as an archive, the way a repository is given out."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in encoded(source).items():
            archive.writestr(top + name, content)
        archive.writestr(top + "README.md", "A repository.\n")
    return out.getvalue()


def write_root(folder: Path, source: Source | None = None, day: str = DAY) -> str:
    """A folder of shipped data: these cards, under the shipped rules."""
    game = folder / "agot2"
    shipped = data_root() / "agot2"
    shutil.copytree(shipped / "rules", game / "rules")
    for name in ("game.toml", "formats.toml", "open.toml", "factions.json"):
        shutil.copy(shipped / name, game / name)
    batch = throneteki_json.parse(encoded(source or invented()), day)
    agot2_files.write(batch._replace(titles={"de": {"90002": "Bertram Hefe"}}), game)
    return str(folder)
