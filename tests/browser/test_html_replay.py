"""Exported games in a real browser: Debian's Chromium, steered by Selenium."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.command import rummy
from cli.recordings import NAMES, recorded

pytestmark = pytest.mark.browser

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1300,1000",
)
RIGHT, LEFT, HOME, END, PAGE_UP, PAGE_DOWN = "\ue014", "\ue012", "\ue011", "\ue010", "\ue00e", "\ue00f"
TAB, ENTER = "\ue004", "\ue007"
PATIENCE = 20


class Reader:
    """Somebody who reads a page."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, page: Path) -> Reader:
        self.driver.get(page.as_uri())
        return self

    def run(self, script: str) -> Any:
        return self.driver.execute_script(f"return {script}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def click(self, selector: str) -> None:
        self.driver.find_element("css selector", selector).click()

    def texts(self, selector: str) -> list[str]:
        """The texts of all elements that can be seen."""
        found = self.driver.find_elements("css selector", selector)
        return [element.text for element in found if element.is_displayed()]

    @property
    def step(self) -> int:
        """The step that is marked in the log, counted from 0."""
        marked = self.run("[...document.querySelectorAll('#log li')].flatMap((e, i) => e.ariaCurrent ? [i] : [])")
        assert len(marked) == 1
        return int(marked[0])

    @property
    def said(self) -> str:
        return self.texts("#said")[0]

    def cards(self, selector: str) -> list[str]:
        """The cards drawn within an element, as a screen reader says them."""
        return self.run(f"[...document.querySelectorAll('{selector} svg')].map(e => e.getAttribute('aria-label'))")

    def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end
            time.sleep(0.05)


@pytest.fixture(scope="session")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
    assert chromium, "chromium must be installed"
    assert chromedriver, "chromedriver must be installed"
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(chromedriver))
    yield Reader(driver)
    driver.quit()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a match that is over, as a page for all and one for Ben, and its steps for a script."""
    folder = tmp_path_factory.mktemp("pages")
    recorded(folder / "game.rummy", "rummy17", preset="five_rounds")
    export(folder, "all.html")
    export(folder, "ben.html", "--seat", "Ben")
    export(folder, "ben.json", "--seat", "Ben")
    return folder


def export(folder: Path, name: str, *options: str, record: str = "game.rummy") -> Path:
    assert rummy(folder, "export", record, "-o", name, *options).code == 0
    return folder / name


def told_steps(folder: Path) -> list[dict[str, Any]]:
    """The steps of the page for Ben: those of the JSON, but a claim that was not made belongs to the one before."""
    shown: list[dict[str, Any]] = []
    for step in json.loads((folder / "ben.json").read_text("utf-8"))["steps"]:
        if " not claim " in step["words"]:
            shown[-1]["table"] = step["table"]
        else:
            shown.append(step)
    return shown


# -- stepping ----------------------------------------------------------------------------------------------


def test_keys_step_through_the_game(reader: Reader, folder: Path) -> None:
    reader.open(folder / "all.html")
    last = len(reader.texts("#log li")) - 1
    assert reader.step == 0
    assert reader.said.startswith("Round 1: ")
    reader.press(RIGHT, RIGHT, RIGHT)
    assert reader.step == 3
    assert reader.said in reader.texts("#log li[aria-current]")[0]
    reader.press(LEFT)
    assert reader.step == 2
    reader.press(END)
    assert reader.step == last
    reader.press(RIGHT)
    assert reader.step == last
    reader.press(HOME, LEFT)
    assert reader.step == 0


def test_rounds_are_reached_by_keys_and_by_the_list(reader: Reader, folder: Path) -> None:
    reader.open(folder / "all.html")
    reader.press(PAGE_DOWN, PAGE_DOWN)
    assert reader.said.startswith("Round 3: ")
    assert reader.texts("#table h2") == ["round 3 · lap 1"]
    reader.press(RIGHT, PAGE_UP)
    assert reader.said.startswith("Round 3: ")
    reader.press(PAGE_UP)
    assert reader.said.startswith("Round 2: ")
    chosen = reader.driver.find_element("id", "round")
    chosen.send_keys("Round 5")
    assert reader.said.startswith("Round 5: ")
    assert reader.run("document.getElementById('round').selectedIndex") == 4


def test_buttons_slider_and_log(reader: Reader, folder: Path) -> None:
    reader.open(folder / "all.html")
    assert not reader.driver.find_element("id", "back").is_enabled()
    reader.click("#next")
    reader.click("#next")
    reader.click("#back")
    assert reader.step == 1
    reader.click("#last")
    assert not reader.driver.find_element("id", "next").is_enabled()
    reader.click("#first")
    assert reader.step == 0
    reader.driver.find_element("id", "slider").send_keys(RIGHT, RIGHT)
    assert reader.step == 2, "the slider moves by one step, not by two"
    reader.click("#log li:nth-child(8)")
    assert reader.step == 7
    assert reader.run("document.getElementById('slider').value") == "7"


def test_the_current_move_can_be_seen_in_the_log(reader: Reader, folder: Path) -> None:
    reader.open(folder / "all.html")
    reader.press(PAGE_DOWN, PAGE_DOWN)
    inside = "(() => { const log = document.getElementById('log').getBoundingClientRect();"
    inside += " const move = document.querySelector('[aria-current]').getBoundingClientRect();"
    inside += " return move.top >= log.top && move.bottom <= log.bottom; })()"
    assert reader.run(inside)
    assert reader.run("window.scrollY") == 0


def test_it_plays_by_itself(reader: Reader, folder: Path) -> None:
    reader.open(folder / "all.html")
    reader.driver.find_element("id", "speed").send_keys("fast")
    play = reader.driver.find_element("id", "play")
    play.click()
    assert play.accessible_name == "Pause"
    reader.until(lambda: reader.step >= 2)
    play.click()
    stopped = reader.step
    time.sleep(0.8)
    assert reader.step == stopped
    assert play.accessible_name == "Play automatically"
    reader.press(END)
    play.click()
    assert reader.step < 3, "from the end it begins anew"
    reader.press(END)
    assert play.accessible_name == "Play automatically"


# -- what is seen ------------------------------------------------------------------------------------------


def test_the_table_is_that_of_the_step(reader: Reader, folder: Path) -> None:
    reader.open(folder / "ben.html")
    steps = told_steps(folder)
    assert len(reader.texts("#log li")) == len(steps)
    for at in (0, 1, 2, 20, 21, len(steps) // 2, len(steps) - 1):
        reader.run(f"document.querySelectorAll('#log li')[{at}].click()")
        table = steps[at]["table"]
        assert " ".join(reader.cards(".seat.own")) == table["players"][1]["hand"]
        melds = [meld["cards"].split() for meld in table["melds"]]
        assert reader.cards(".melds") == [card for meld in melds for card in meld]
        assert reader.cards(".middle > figure:nth-child(2)") == [card for card in [table["open_card"]] if card]
        hidden = [player["cards"] for player in table["players"] if player["name"] != "Ben"]
        backs = reader.run("[...document.querySelectorAll('.backs')].map(e => e.childElementCount)")
        assert backs == hidden
        assert reader.said.startswith(steps[at]["words"])
        turn = [player["name"] for player in table["players"] if player["on_turn"]]
        assert reader.texts(".seat.turn h3") == turn


def test_a_page_for_a_seat_holds_no_other_hand(reader: Reader, folder: Path) -> None:
    reader.open(folder / "ben.html")
    assert reader.texts("header p") == ["As Ben sees it: what is hidden from this seat is left out."]
    for _ in range(30):
        reader.press(RIGHT)
        assert not reader.cards(".seat:not(.own)")
    tables = reader.run("JSON.parse(document.getElementById('data').textContent).tables")
    seats = [seat for table in tables for seat in table.get("seats", ())]
    assert all(seat["hand"] is None for seat in seats if seat["name"] != "Ben")


def test_a_game_that_is_over_shows_all_hands(reader: Reader, folder: Path) -> None:
    reader.open(folder / "all.html")
    assert [len(reader.cards(f".seat:nth-child({at})")) for at in (1, 2, 3)] == [10, 10, 10]
    assert not reader.run("document.querySelectorAll('.backs').length")


def test_scores_come_with_the_end_of_their_round(reader: Reader, folder: Path) -> None:
    reader.open(folder / "all.html")
    assert reader.texts(".scores h3") == []
    reader.press(PAGE_DOWN, LEFT)
    assert reader.texts(".scores h3") == ["Round 1"]
    assert "Penalty points [R17-SCORE-01]" in reader.texts(".scores tbody th")
    reader.press(RIGHT)
    assert reader.texts(".scores h3") == ["Round 1"], "it stays until the next round is over"
    reader.press(END)
    assert reader.texts(".scores h3") == ["Round 5", "The match"]
    assert " win" in reader.texts(".scores article:last-child p")[-1]


def test_players_who_are_out_and_hands_that_are_shown(reader: Reader, folder: Path) -> None:
    match = recorded(folder / "wiener.rummy", "wiener_rummy", seed=7)
    reader.open(export(folder, "wiener.html", "--seat", "Anna", record="wiener.rummy"))
    reader.press(END)
    out = [NAMES[seat] for seat in range(3) if seat not in match.seated]
    assert reader.texts(".seat.out h3") == out
    assert len(reader.run("[...document.querySelectorAll('.seat:not(.out) .row')]")) == 3 - len(out)
    assert not reader.run("document.querySelectorAll('.melds').length"), "nothing is laid out"


def test_a_joker_says_what_it_stands_for(reader: Reader, folder: Path) -> None:
    recorded(folder / "joker.rummy", "raeuber_romme", seed=7)
    reader.open(export(folder, "joker.html", record="joker.rummy"))
    reader.press(END)
    jokers = [card for card in reader.cards(".melds") if "=" in card]
    assert jokers
    assert reader.run("document.querySelectorAll('.melds .stands-in').length") == len(jokers)


# -- a page for everybody ----------------------------------------------------------------------------------


def test_nothing_is_fetched_and_nothing_goes_wrong(reader: Reader, folder: Path) -> None:
    reader.driver.get_log("browser")
    reader.open(folder / "all.html")
    reader.press(*[RIGHT] * 10, END)
    assert reader.run("performance.getEntriesByType('resource').length") == 0
    assert reader.driver.get_log("browser") == []


def test_names_are_texts_whatever_they_hold(reader: Reader, folder: Path) -> None:
    names = ("</script><b>A", "<img src=x>", '"&lt;Cem')
    recorded(folder / "names.rummy", "rummy17", names=names, moves=12)
    reader.open(export(folder, "names.html", record="names.rummy"))
    reader.press(END)
    assert reader.run("[...document.querySelectorAll('.seat h3')].map(e => e.textContent)") == list(names)
    assert not reader.run("document.querySelectorAll('img, b').length")


def test_it_can_be_used_with_the_keyboard_alone(reader: Reader, folder: Path) -> None:
    reader.open(folder / "all.html")
    reached = []
    for _ in range(6):
        reader.press(TAB)
        focused = reader.driver.switch_to.active_element
        reached.append(focused.get_attribute("id"))
        if reached[-1] == "next":
            focused.send_keys(ENTER)
            assert reader.step == 1
    # What is disabled at the beginning is left out.
    assert reached == ["play", "next", "last", "slider", "round", "speed"]


def test_everything_has_a_name_for_a_screen_reader(reader: Reader, folder: Path) -> None:
    reader.open(folder / "ben.html")
    reader.press(*[RIGHT] * 12)
    for element in reader.driver.find_elements("css selector", "button, input, select, section, svg, ul.row"):
        assert element.accessible_name or not element.is_displayed(), element.get_attribute("outerHTML")[:200]
    assert reader.driver.find_element("id", "said").aria_role == "status"
    assert reader.run("document.getElementById('slider').getAttribute('aria-valuetext')") == reader.said
    assert reader.run("document.documentElement.lang") == "en"


@pytest.mark.parametrize("width", [360, 800, 1600])
def test_it_fits_every_screen(reader: Reader, folder: Path, width: int) -> None:
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    reader.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        reader.open(folder / "all.html")
        reader.press(END)
        assert reader.run("document.documentElement.scrollWidth") <= width
    finally:
        reader.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_light_and_dark(reader: Reader, folder: Path) -> None:
    seen = {}
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        reader.open(folder / "all.html")
        style = "(e => [e.backgroundColor, e.color])(getComputedStyle(document.body))"
        seen[scheme] = [sum(map(int, colour[4:-1].split(","))) for colour in reader.run(style)]
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    (paper, ink), (night, chalk) = seen["light"], seen["dark"]
    assert paper > 600 > 200 > ink
    assert night < 200 < 600 < chalk


def test_on_paper_stand_the_whole_log_and_all_scores(reader: Reader, folder: Path) -> None:
    reader.open(folder / "all.html")
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert reader.texts(".controls") == []
        assert reader.texts(".scores h3") == [*(f"Round {number}" for number in range(1, 6)), "The match"]
        log = "(e => e.scrollHeight <= e.clientHeight)(document.getElementById('log'))"
        assert reader.run(log)
    finally:
        reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_without_scripts_the_log_and_the_scores_can_be_read(reader: Reader, folder: Path) -> None:
    reader.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        reader.open(folder / "all.html")
        assert len(reader.texts("#log li")) > 100
        assert len(reader.texts(".scores h3")) == 6
        assert reader.texts("#stage") == []
    finally:
        reader.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
