"""Away and back: no phone shows an old state without saying so; nothing is lost or made twice."""

import re

from tests.browser.served import HOUR, Phone, Table, expect

OLD = re.compile(r"You see entry \d+, as it was at")


def seated(table: Table, name: str) -> Phone:
    """A phone at the table that hears what happens."""
    phone = table.phone(name)
    expect(phone.pill).to_have_text("live")
    return phone


def is_current(phone: Phone) -> None:
    """The page says that it is live, and nothing waits."""
    expect(phone.pill).to_have_text("live")
    expect(phone.behind).to_be_hidden()
    expect(phone.waiting).to_be_hidden()


def test_what_is_tapped_without_a_network_waits_and_is_sent_once(table: Table):
    ana, ben = seated(table, "Ana"), seated(table, "Ben")
    ana.go_offline()
    expect(ana.behind).to_have_text(OLD)
    ana.tap("Ana gains 1")
    ana.tap("Ben gains 1")
    expect(ana.waiting).to_contain_text("Waiting to be sent: score ana +1")
    expect(ana.waiting).to_contain_text("Waiting to be sent: score ben +1")
    expect(ana.pill).to_have_text("behind")
    table.run("score cleo +1")
    expect(ben.score("Cleo")).to_have_text("4")
    expect(ana.score("Cleo")).to_have_text("3")
    ana.go_online()
    for phone in (ana, ben):
        expect(phone.score("Ana")).to_have_text("4")
        expect(phone.score("Ben")).to_have_text("4")
        expect(phone.score("Cleo")).to_have_text("4")
    is_current(ana)
    assert [(entry["text"], entry["by"]) for entry in table.log()] == [
        ("Cleo +1: 3 → 4", None),
        ("Ana +1: 3 → 4", "Ana"),
        ("Ben +1: 3 → 4", "Ana"),
    ]


def test_an_entry_whose_answer_is_lost_is_not_made_twice(table: Table):
    ana = seated(table, "Ana")
    taken = []

    def lose_answer(route) -> None:
        if taken:
            route.fallback()
            return
        taken.append(route.fetch().status)
        route.abort()

    ana.intercept("/api/entries", lose_answer)
    ana.tap("Ana gains 1")
    expect(ana.score("Ana")).to_have_text("4")  # told by the stream
    is_current(ana)
    assert taken == [200]
    assert table.told() == ["Ana +1: 3 → 4"]


def test_an_entry_whose_answer_is_lost_is_not_made_twice_by_a_server_that_began_anew(table: Table):
    ana = seated(table, "Ana")
    taken = []

    def lose_answers(route) -> None:
        if not taken:
            taken.append(route.fetch().status)
        route.abort()

    ana.intercept("/api/entries", lose_answers)
    ana.tap("Ana gains 1")
    expect(ana.waiting).to_contain_text("score ana +1")
    table.kill()
    expect(ana.behind).to_have_text(OLD)
    ana.let_through()
    table.start_again()
    is_current(ana)
    assert table.told() == ["Ana +1: 3 → 4"]


def test_a_killed_server_is_found_again_and_what_waited_is_entered_once(table: Table):
    ana, ben = seated(table, "Ana"), seated(table, "Ben")
    table.run("score cleo +1")
    for phone in (ana, ben):
        expect(phone.score("Cleo")).to_have_text("4")
    table.kill()
    for phone in (ana, ben):
        expect(phone.behind).to_have_text(OLD)
    ana.tap("Ana gains 1")
    expect(ana.waiting).to_contain_text("score ana +1")
    table.run("score cleo +1")
    ben.page.evaluate(
        """() => { window.heard = []; const at = document.getElementById("heard");
          new MutationObserver(() => heard.push(at.textContent)).observe(at, {childList: true}) }"""
    )
    table.start_again()
    for phone in (ana, ben):
        expect(phone.score("Ana")).to_have_text("4")
        expect(phone.score("Cleo")).to_have_text("5")
        is_current(phone)
    entries = [(entry["text"], entry["by"]) for entry in table.log()]
    assert entries.count(("Ana +1: 3 → 4", "Ana")) == 1
    assert len(entries) == 3
    # It said which entry it had heard of last, and was told the rest, each once.
    assert ben.page.evaluate("heard") == ["Cleo +1: 4 → 5", "Ana +1: 3 → 4"]


def test_what_happened_meanwhile_may_refuse_an_entry_and_is_shown_with_it(table: Table):
    ana = seated(table, "Ana")
    ana.go_offline()
    ana.page.evaluate("enter('pay ben 3')")
    ana.tap("Cleo gains 1")
    expect(ana.waiting).to_contain_text("pay ben 3")
    table.run("score ben -2")
    ana.expected.append("422")
    ana.go_online()
    expect(ana.said).to_contain_text("pay ben 3")
    expect(ana.said).to_contain_text("Meanwhile:")
    expect(ana.said).to_contain_text("Ben −2: 3 → 1")
    expect(ana.score("Cleo")).to_have_text("4")
    expect(ana.said).to_be_visible()  # the next entry went through, and has not covered it
    is_current(ana)
    assert table.told() == ["Ben −2: 3 → 1", "Cleo +1: 3 → 4"]


def test_a_phone_that_slept_for_an_hour_says_so_before_it_knows_better(table: Table):
    ana = table.phone("Ana")
    ana.page.clock.install()
    ana.page.reload()
    expect(ana.pill).to_have_text("live")
    held = []
    ana.intercept("/static/companion.css", held.append, "HEAD")
    with ana.page.expect_request(lambda request: request.method == "HEAD"):
        ana.page.clock.fast_forward(HOUR)
        expect(ana.behind).to_have_text(OLD)
        expect(ana.pill).to_have_text("behind")
    table.run("score ben +2")
    for route in held:
        route.continue_()
    ana.let_through()
    expect(ana.score("Ben")).to_have_text("5")
    is_current(ana)


def test_a_frozen_page_wakes_up_with_all_that_was_entered(table: Table):
    ana = seated(table, "Ana")
    devtools = ana.context.new_cdp_session(ana.page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in range(3):
        table.run("score ben +1")
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    expect(ana.score("Ben")).to_have_text("6")
    is_current(ana)


def test_a_table_that_is_silent_is_behind_within_twelve_seconds(table: Table):
    ana = table.phone("Ana")
    ana.page.clock.install()
    ana.page.reload()
    expect(ana.pill).to_have_text("live")
    table.hold_still()
    try:
        ana.page.clock.fast_forward("00:12")
        expect(ana.behind).to_have_text(OLD)
        ana.tap("Ana gains 1")
        ana.page.clock.fast_forward("00:09")
        expect(ana.waiting).to_contain_text("score ana +1")
    finally:
        table.go_on()
    ana.expected.append("net::ERR_ABORTED")
    ana.page.clock.fast_forward("00:09")
    expect(ana.score("Ana")).to_have_text("4")
    is_current(ana)
    assert table.told() == ["Ana +1: 3 → 4"]


def test_a_table_that_is_closed_says_so_and_keeps_what_waits(table: Table):
    ana = seated(table, "Ana")
    ana.intercept("/api/entries", lambda route: route.abort())
    ana.tap("Ana gains 1")
    expect(ana.waiting).to_contain_text("score ana +1")
    assert table.close() == 0
    expect(ana.behind).to_contain_text("This table was closed")
    expect(ana.behind).to_contain_text("1 not sent, and kept on this phone.")
    expect(ana.behind).to_have_text(OLD)
    expect(ana.waiting).to_contain_text("score ana +1")


def test_what_waited_while_the_table_was_closed_is_sent_when_the_new_code_is_scanned(table: Table):
    ana = seated(table, "Ana")
    ana.intercept("/api/entries", lambda route: route.abort())
    ana.tap("Ben gains 1")
    expect(ana.waiting).to_contain_text("score ben +1")
    table.close()
    expect(ana.behind).to_contain_text("This table was closed")
    ana.let_through()
    old = table.url
    table.serve(port=table.port)
    assert table.url != old
    ana.expected.append("401")
    ana.open("/")
    ana.page.goto(table.url)
    expect(ana.score("Ben")).to_have_text("4")
    expect(ana.page.locator(".seat.mine .name")).to_have_text("Ana")  # It is the same phone.
    assert table.told() == ["Ben +1: 3 → 4"]


def test_what_waits_is_not_sent_to_the_table_of_another_group(table: Table):
    ana = seated(table, "Ana")
    ana.intercept("/api/entries", lambda route: route.abort())
    ana.tap("Ben gains 1")
    expect(ana.waiting).to_contain_text("score ben +1")
    table.close()
    ana.let_through()
    table.run("group new club")
    table.run("start bwd Ana Ben Cleo --set V1 --group club")
    table.serve("--group", "club", port=table.port)
    ana.page.goto(table.url)
    ana.tap("Ana")
    expect(ana.pill).to_have_text("live")
    expect(ana.waiting).to_contain_text("(at the table of home): score ben +1")
    ana.tap("Ana gains 1")
    expect(ana.score("Ana")).to_have_text("4")
    expect(ana.score("Ben")).to_have_text("3")


def test_a_reload_keeps_what_waits(table: Table):
    ana = seated(table, "Ana")
    ana.intercept("/api/entries", lambda route: route.abort())
    ana.tap("Ana gains 1")
    ana.tap("Ben gains 1")
    expect(ana.waiting).to_contain_text("score ben +1")
    ana.page.reload()
    expect(ana.waiting).to_contain_text("score ana +1")
    ana.let_through()
    ana.page.reload()
    expect(ana.score("Ben")).to_have_text("4")
    is_current(ana)
    assert table.told() == ["Ana +1: 3 → 4", "Ben +1: 3 → 4"]


def test_a_page_that_is_left_in_the_midst_of_an_entry_has_made_it_once(table: Table):
    ana = seated(table, "Ana")
    ana.intercept("/api/entries", lambda route: None)  # no answer ever comes
    ana.tap("Ana gains 1")
    expect(ana.waiting).to_contain_text("score ana +1")
    ana.let_through()
    ana.page.get_by_role("link", name="Look up", exact=True).click()
    expect(ana.waiting).to_be_hidden()
    ana.page.get_by_role("link", name="Table", exact=True).click()
    expect(ana.score("Ana")).to_have_text("4")
    assert table.told() == ["Ana +1: 3 → 4"]


def test_where_a_phone_keeps_nothing_for_pages_an_entry_is_made_all_the_same(table: Table):
    ana = table.phone("Ana")
    ana.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full'); };"
    )
    ana.page.reload()
    expect(ana.pill).to_have_text("live")
    ana.tap("Ana gains 1")
    expect(ana.score("Ana")).to_have_text("4")
    assert table.told() == ["Ana +1: 3 → 4"]


def test_two_windows_of_one_phone_send_what_each_has_once(table: Table):
    ana = seated(table, "Ana")
    second = ana.other_window()
    expect(second.locator("#link")).to_have_text("live")
    ana.go_offline()
    for _ in range(3):
        ana.tap("Ana gains 1")
        second.get_by_role("button", name="Ben gains 1", exact=True).click()
    expect(ana.waiting.locator("p")).to_have_count(6)
    expect(second.locator("#waiting p")).to_have_count(6)
    ana.go_online()
    expect(ana.score("Ana")).to_have_text("6")
    expect(ana.score("Ben")).to_have_text("6")
    is_current(ana)
    assert len(table.log()) == 6


def test_a_line_that_the_table_cannot_take_says_why_and_can_be_given_up(table: Table):
    ana = seated(table, "Ana")
    broken = '{"error": {"kind": "corrupt", "message": "The file is damaged.", "hint": ""}}'
    ana.intercept("/api/entries", lambda route: route.fulfill(status=503, body=broken))
    ana.expected.append("503")
    ana.tap("Ana gains 1")
    expect(ana.waiting).to_contain_text("The file is damaged.")
    ana.waiting.get_by_role("button", name="Do not send").click()
    expect(ana.waiting).to_be_hidden()
    ana.let_through()
    ana.tap("Ben gains 1")
    expect(ana.score("Ben")).to_have_text("4")
    assert table.told() == ["Ben +1: 3 → 4"]


def test_a_tap_counts_though_an_entry_comes_in_while_the_finger_is_down(table: Table):
    ana = seated(table, "Ana")
    ana.button("Ana gains 1").hover()
    ana.page.mouse.down()
    table.run("score ben +1")
    expect(ana.page.locator("#heard")).to_have_text("Ben +1: 3 → 4")
    ana.page.mouse.up()
    expect(ana.score("Ana")).to_have_text("4")
    expect(ana.score("Ben")).to_have_text("4")
    is_current(ana)


def test_a_log_that_is_read_grows_with_what_is_entered(table: Table):
    ana = seated(table, "Ana")
    ana.page.get_by_text("Last entries").click()
    ana.page.get_by_role("link", name="The full log").click()
    expect(ana.pill).to_have_text("live")
    table.run("score ben +1")
    expect(ana.page.locator(".log li").first).to_contain_text("Ben +1: 3 → 4")
    ana.go_offline()
    expect(ana.behind).to_have_text(OLD)
    table.run("score ben +1")
    ana.go_online()
    expect(ana.page.locator(".log li").first).to_contain_text("Ben +1: 4 → 5")
    is_current(ana)


def test_a_line_that_is_being_typed_stays_while_the_table_goes_on(table: Table):
    ana = seated(table, "Ana")
    ana.page.get_by_role("link", name="Enter", exact=True).click()
    expect(ana.pill).to_have_text("live")
    line = ana.page.get_by_label("A line, as in the prompt")
    line.press_sequentially("score ben ")
    table.run("score ben +1")
    expect(ana.page.locator("#heard")).to_have_text("Ben +1: 3 → 4")
    line.press_sequentially("+1")
    expect(line).to_have_value("score ben +1")
    line.press("Enter")
    expect(ana.score("Ben")).to_have_text("5")


def test_forty_windows_hear_an_entry(table: Table):
    ana = seated(table, "Ana")
    # Five to a browser: a sixth that listens would leave it no connection to ask anything by.
    watchers = [table.watcher() for _ in range(8)]
    pages = [watcher.page for watcher in watchers]
    pages += [watcher.other_window() for watcher in watchers for _ in range(4)]
    assert len(pages) == 40
    for page in pages:
        expect(page.locator("#link")).to_have_text("live")
    ana.tap("Ana gains 1")
    for page in pages:
        expect(page.locator(".seat .score").first).to_have_text("4")
    assert table.told() == ["Ana +1: 3 → 4"]


def test_phones_that_were_all_away_catch_up_at_once(table: Table):
    phones = [seated(table, "Ana"), seated(table, "Ben")]
    for phone in phones:
        phone.go_offline()
        expect(phone.behind).to_have_text(OLD)
        phone.tap("Cleo gains 1")
    for phone in phones:
        phone.go_online()
    for phone in phones:
        expect(phone.score("Cleo")).to_have_text("5")
        is_current(phone)
    assert sorted(entry["by"] for entry in table.log()) == ["Ana", "Ben"]
