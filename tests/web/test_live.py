"""Whoever listens hears of every entry, by its number, whoever made it and wherever."""

import asyncio

import pytest

from companion.store.tiny import TinyStore
from companion.table.groups.sync import Synced
from companion.testing.documents import mistakes
from companion.testing.store import TemporaryStore
from companion.web import live as live_module
from companion.web import room as room_module
from companion.web.keys import PLAY, WATCH
from tests.terminal import LIMIT
from tests.web.room import Served, events, served


@pytest.fixture
def table():
    with served() as table:
        yield table


def stream(table, listener, role=PLAY):
    return table.room.counted(table.phone(role=role), listener)


async def entries(messages, count):
    """The next so many entries, without what only says that all is as it was."""
    found = []
    while len(found) < count:
        found += [one for one in await events(messages, 1) if one[0] == "entry"]
    return found


def test_an_entry_is_told_with_its_number_at_once(table):
    async def scene():
        heard = stream(table, await table.room.live.listen("bwd-1", None))
        ((kind, now, _),) = await events(heard, 1)
        assert (kind, now["play"], now["entries"], now["current"]) == ("now", "bwd-1", 1, "bwd-1")
        await table.asked("POST", "/api/entries", body=b'{"line": "score ana +2"}')
        ((_, told, number),) = await entries(heard, 1)
        assert told == {"play": "bwd-1", "entries": 2, "line": "Ana +2: 3 → 5"}
        assert number == "2"
        assert mistakes(told, "network-entry") == []
        assert mistakes(now, "network-now") == []

    table.runner.run(scene())


def test_what_a_terminal_enters_is_heard_without_anybody_asking(table):
    async def scene():
        heard = stream(table, await table.room.live.listen("bwd-1", None))
        await events(heard, 1)
        await asyncio.to_thread(table.typed, "score", "ben", "+1")
        ((_, told, _),) = await entries(heard, 1)
        assert told["line"] == "Ben +1: 3 → 4"
        await asyncio.to_thread(table.typed, "undo")
        ((_, told, number),) = await entries(heard, 1)
        assert number == "3"
        assert told["line"].startswith("entry 2 is taken back")

    table.runner.run(scene())


def test_whoever_was_away_catches_up_by_number(table):
    for _ in range(4):
        table.typed("score", "ana", "+1")

    async def scene():
        heard = stream(table, await table.room.live.listen("bwd-1", 3))
        found = await events(heard, 3)
        assert [number for kind, _, number in found if kind == "entry"] == ["4", "5"]
        assert found[-1][1]["entries"] == 5
        for after in (5, 99_999_999):  # nothing is missing to whoever is ahead
            heard = stream(table, await table.room.live.listen("bwd-1", after))
            assert [kind for kind, _, _ in await events(heard, 1)] == ["now"]

    table.runner.run(scene())


def test_what_is_heard_late_is_never_told_as_a_step_back(table):
    """Two lines at once, and a look at the file that finds both: the first of them comes last."""

    async def scene():
        live = table.room.live
        heard = stream(table, await live.listen("bwd-1", None))
        await events(heard, 1)
        early = await live.in_thread(table.prompt.desk("bwd-1").open)
        late = [f'{{"line": "score {name} +1"}}'.encode() for name in ("ana", "ben", "ana")]
        await asyncio.gather(*(table.asked("POST", "/api/entries", body=line) for line in late))
        await live.entered(early)
        await asyncio.to_thread(table.typed, "score", "ben", "+1")
        found = []
        while not found or found[-1][1]["entries"] < 5:
            found += await events(heard, 1)
        told = [told["entries"] for _, told, _ in found]
        assert told == sorted(told)
        assert not any(told.get("put_back") for _, told, _ in found)

    table.runner.run(scene())


def test_a_phone_that_is_ahead_of_what_was_told_makes_the_table_look(table, monkeypatch):
    """A page has read an entry before it was told to those who listen."""

    async def scene():
        live = table.room.live
        await events(stream(table, await live.listen("bwd-1", None)), 1)
        monkeypatch.setattr(live, "_look_once", lambda: asyncio.sleep(0))
        await asyncio.to_thread(table.typed, "score", "ben", "+1")
        ((_, now, _),) = await events(stream(table, await live.listen("bwd-1", 2)), 1)
        assert (now["entries"], now["put_back"]) == (2, False)
        ((_, now, _),) = await events(stream(table, await live.listen("bwd-1", 3)), 1)
        assert (now["entries"], now["put_back"]) == (2, True)

    table.runner.run(scene())


@pytest.mark.parametrize("after", ["", "score ana +2", "score ana +2;score ana +3"])
def test_a_backup_in_place_of_the_log_is_told_as_one(tmp_path, after):
    """However many entries it has by then."""
    with served(store=TinyStore(str(tmp_path))) as table:
        kept = next((tmp_path / "groups").glob("*/plays/bwd-1.json"))
        before = kept.read_bytes()
        table.typed("score", "ben", "+1")

        async def scene():
            heard = stream(table, await table.room.live.listen("bwd-1", None))
            await events(heard, 1)

            def put_back():
                kept.write_bytes(before)
                for line in filter(None, after.split(";")):
                    table.typed(*line.split())

            await table.room.live.in_thread(put_back)
            async with asyncio.timeout(LIMIT):
                while not (await events(heard, 1))[0][1].get("put_back"):
                    pass

        table.runner.run(scene())


def test_files_are_looked_at_only_while_somebody_listens(table):
    async def scene():
        live = table.room.live
        heard = stream(table, await live.listen("bwd-1", None))
        await events(heard, 1)
        looking = live._looking
        assert looking is not None
        await heard.aclose()
        async with asyncio.timeout(LIMIT):
            await looking
        assert live._looking is None

    table.runner.run(scene())


def test_whoever_leaves_before_anything_was_told_is_not_listened_for(table):
    """Thousands of requests that are cut off at once leave nothing behind."""

    async def scene():
        live = table.room.live
        for _ in range(50):
            await live.listen("bwd-1", 0)
        async with asyncio.timeout(LIMIT):
            while live._looking is not None:
                await asyncio.sleep(0.02)

    table.runner.run(scene())


def test_another_play_at_hand_is_told(table):
    async def scene():
        heard = stream(table, await table.room.live.listen("bwd-1", None))
        await events(heard, 1)
        await asyncio.to_thread(table.typed, "start", "bwd", "Cleo", "Dan")
        async with asyncio.timeout(LIMIT):
            while (await events(heard, 1))[0][1].get("current") != "bwd-2":
                pass

    table.runner.run(scene())


def test_what_came_in_from_another_computer_is_sent_to_phones(table):
    def arrive(number):
        with table.store.change_group(table.room.prompt.group) as document:
            came = {"number": number, "by": "Ben", "plays": 2}
            document["sync"] = Synced("g", "/s", "d", arrived=(came,)).to_json()

    arrive(1)

    async def scene():
        heard = stream(table, await table.room.live.listen("bwd-1", None))
        ((_, before, _),) = await events(heard, 1)
        assert before["arrived"] == {"number": 1, "line": ""}
        await asyncio.to_thread(arrive, 2)
        async with asyncio.timeout(LIMIT):
            while (now := (await events(heard, 1))[0][1]).get("arrived") == before["arrived"]:
                pass
        assert now["arrived"] == {"number": 2, "line": "2 plays came in from Ben's computer."}

    table.runner.run(scene())


def test_another_title_of_the_game_is_told_as_pages_show_it(table):
    table.typed("start", "sheet", "Skul King", "Ana", "Ben")

    async def scene():
        heard = stream(table, await table.room.live.listen("sheet-2", None))
        ((_, before, _),) = await events(heard, 1)
        await asyncio.to_thread(table.typed, "title", "rename", "skul", "Skull King")
        async with asyncio.timeout(LIMIT):
            while (await events(heard, 1))[0][1].get("boxes") == before["boxes"]:
                pass

    table.runner.run(scene())
    assert "Skull King" in table.get("/play/sheet-2", phone=table.phone(role=WATCH)).text


def test_everybody_hears_every_few_seconds_that_all_is_as_it_was(table, monkeypatch):
    monkeypatch.setattr(live_module, "BEATS", 0.05)

    async def scene():
        heard = stream(table, await table.room.live.listen("bwd-1", None))
        assert [kind for kind, _, _ in await events(heard, 3)] == ["now"] * 3

    table.runner.run(scene())


def test_who_reads_too_slowly_has_to_ask_again(table):
    """What waits for one listener is bounded; the others go on."""

    async def scene():
        listener = await table.room.live.listen("bwd-1", None)
        heard = stream(table, listener)
        await events(heard, 1)
        for _ in range(2000):
            listener.send(b"event: x\ndata: 1\n\n")
        assert listener._queue.qsize() <= live_module._MOST_WAITING
        async with asyncio.timeout(LIMIT):
            assert len([message async for message in heard]) < live_module._MOST_WAITING

    table.runner.run(scene())


def test_a_phone_listens_with_so_many_pages_and_the_oldest_ends(table, monkeypatch):
    monkeypatch.setattr(room_module, "MOST_PAGES", 3)

    async def scene():
        phone, live = table.phone("Ana"), table.room.live
        pages = [table.room.counted(phone, await live.listen("bwd-1", None)) for _ in range(5)]
        for page in pages:
            await events(page, 1)
        async with asyncio.timeout(LIMIT):
            assert [message async for message in pages[0]] == []
            assert [message async for message in pages[1]] == []
        assert phone.connected == 3
        await table.asked("POST", "/api/entries", body=b'{"line": "score ana +2"}')
        assert len(await entries(pages[4], 1)) == 1

    table.runner.run(scene())


def test_those_who_watch_take_no_place_from_those_who_play(table, monkeypatch):
    monkeypatch.setattr(room_module, "MOST_LISTENERS", 5)

    async def scene():
        live = table.room.live
        player = stream(table, await live.listen("bwd-1", None))
        await events(player, 1)
        watching = [stream(table, await live.listen("bwd-1", None), WATCH) for _ in range(20)]
        for one in watching:
            await events(one, 1)
        await table.asked("POST", "/api/entries", body=b'{"line": "score ana +2"}')
        assert len(await entries(player, 1)) == 1

    table.runner.run(scene())


def test_an_end_of_the_table_ends_all_who_listen(table):
    async def scene():
        heard = stream(table, await table.room.live.listen("bwd-1", None))
        await events(heard, 1)
        table.room.live.ended()
        async with asyncio.timeout(LIMIT):
            assert b"event: entry" not in b"".join([message async for message in heard])

    table.runner.run(scene())


def test_a_file_that_cannot_be_looked_at_for_a_moment_ends_nothing(table, monkeypatch):
    async def scene():
        live = table.room.live
        heard = stream(table, await live.listen("bwd-1", None))
        await events(heard, 1)
        real = table.store.mark
        monkeypatch.setattr(table.store, "mark", lambda ref: _fail())
        await asyncio.sleep(0.3)
        monkeypatch.setattr(table.store, "mark", real)
        await asyncio.to_thread(table.typed, "score", "ben", "+1")
        assert len(await entries(heard, 1)) == 1

    table.runner.run(scene())


def _fail():
    raise PermissionError(13, "in use")


def test_lines_go_before_all_pages_that_wait(table):
    """Whoever looks at pages all the time keeps nobody from entering something."""

    async def scene():
        order = []
        live = table.room.live
        gate = asyncio.Event()
        loop = asyncio.get_running_loop()
        held = asyncio.run_coroutine_threadsafe

        def wait():
            held(gate.wait(), loop).result(LIMIT)

        first = asyncio.ensure_future(live.in_thread(wait))
        await asyncio.sleep(0)
        pages = [asyncio.ensure_future(live.in_thread(order.append, "page")) for _ in range(20)]
        await asyncio.sleep(0)
        line = asyncio.ensure_future(live.enter(order.append, "line"))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, line, *pages)
        assert order[0] == "line"

    table.runner.run(scene())


def test_the_host_is_told_of_each_entry_once():
    with Served(TemporaryStore()) as table:
        table.typed("start", "bwd", "Ana", "Ben")
        table.say("score ana +1", table.phone("Ana"))
        for line in ("table", "lookup ward", "score zoe +1", "log"):
            table.say(line)
        assert table.told == ["Ana has joined.", "bwd-1 2: Ana +1: 3 → 4 (by Ana)"]


def test_work_that_ends_with_a_stop_iteration_still_answers():
    async def scene():
        work = live_module.Work()
        try:
            with pytest.raises(RuntimeError, match="StopIteration"):
                await asyncio.wait_for(asyncio.wrap_future(work.submit(next, iter(()))), LIMIT)
        finally:
            work.shutdown()

    asyncio.run(scene())
