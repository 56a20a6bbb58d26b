"""Values of a source's records, each checked: a wrong one is refused by file, row and field.

Every function takes the record, the field's name, the file and the row's name for the message,
and raises `DataError` (`batch.refuse`) if the value isn't what it should be. Also reads JSON
files. Imports nothing of ours but batch; knows no source.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeGuard, cast

from importers.batch import Record, refuse

MOST = 9999
"""The largest number that is believed."""
LONGEST = 200
"""Characters of a title, name or code."""
LONGEST_ADDRESS = 2000


def load_json(files: Mapping[str, bytes], name: str) -> Any:
    """The value in file `name`; DataError where it isn't JSON."""
    try:
        return json.loads(files[name].decode("utf-8-sig"))
    except KeyError:
        refuse(name, "the whole file", "content", "is not there")
    except (ValueError, RecursionError) as error:
        refuse(name, "the whole file", "content", f"is not JSON ({error})")


def guid_in(row: Record, field: str, file: str, who: str) -> str:
    """The card's OCTGN identifier in lower case; empty = it has none."""
    guid = row.get(field)
    # In 33 records of the source the text "null" stands for "none", in 3 an empty one.
    if guid is None or guid in ("", "null"):
        return ""
    form = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    if not isinstance(guid, str) or not re.fullmatch(form, guid.lower()):
        refuse(file, who, field, f"{guid!r} is not a GUID")
    return guid.lower()


def is_code(value: Any) -> TypeGuard[str]:
    """Whether `value` has the form of a card's code."""
    return isinstance(value, str) and re.fullmatch(r"[0-9]{5}", value) is not None


def codes_in(row: Record, field: str, file: str, who: str) -> list[str]:
    """A list of card codes, sorted."""
    codes = row.get(field)
    if not isinstance(codes, list) or not all(map(is_code, codes)):
        refuse(file, who, field, "a list of card codes is expected")
    return sorted(codes)


def rows_in(row: Any, field: str, file: str, who: str) -> list[Record]:
    """A list of records."""
    rows = row.get(field)
    if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
        refuse(file, who, field, "a list of records is expected")
    return rows


def text_in(row: Any, field: str, file: str, who: str, most: int = LONGEST) -> str:
    """A text that can be printed, of at most so many characters, without spaces around it."""
    value = row.get(field) if isinstance(row, dict) else None
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        refuse(file, who, field, "is missing" if value is None else f"{value!r} is no plain text")
    if len(value.strip()) > most:
        refuse(file, who, field, f"is longer than {most} characters")
    return value.strip()


def choice_in(row: Any, field: str, known: tuple[str, ...], file: str, who: str) -> str:
    """One of the known words."""
    value = text_in(row, field, file, who)
    if value not in known:
        refuse(file, who, field, f"{value!r} is unknown (known: {', '.join(known)})")
    return value


def count_in(row: Record, field: str, file: str, who: str) -> int:
    """A whole number from 1."""
    value = row.get(field)
    if type(value) is not int or not 1 <= value <= MOST:
        refuse(file, who, field, "is missing" if value is None else f"{value!r} is no count from 1")
    return value


def flag_in(row: Record, field: str, file: str, who: str) -> bool:
    """True or false."""
    value = row.get(field)
    if type(value) is not bool:
        refuse(
            file, who, field, "is missing" if value is None else f"{value!r} is not true or false"
        )
    return value


def number_in(row: Record, field: str, file: str, who: str) -> int | str:
    """A printed value: a whole number from 0, `X` or `-`."""
    value = row.get(field)
    if value not in ("X", "-") and (type(value) is not int or not 0 <= value <= MOST):
        refuse(file, who, field, "is missing" if value is None else f"{value!r} is no number, X, -")
    return cast("int | str", value)
