"""The interpreter during the work: free for others, and stopped by Ctrl-C."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from conftest import BOOKS, COURSES

import katagami


def long_text(words):
    return "".join(f"<p>word {number * 7919 % 100003} of the {number}th line</p>" for number in range(words))


def test_other_threads_run_meanwhile():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    beside = threading.Thread(target=tick)
    beside.start()
    begun = time.monotonic()
    katagami.content([long_text(20000)] * 4)
    ended = time.monotonic()
    done.set()
    beside.join()
    assert sum(begun < at < ended for at in ticks) > 3


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
def test_ctrl_c_ends_the_work():
    code = """
        import katagami, sys
        page = "".join(f"<p>word {n * 7919 % 100003} of the {n}th line</p>" for n in range(200000))
        print("begun", flush=True)
        try:
            katagami.spectrum([page] * 12, length=(1, None), threads=1)
        except KeyboardInterrupt:
            print("stopped", flush=True)
            print(katagami.count("<ul><li>a <b>1</b><li>b <b>2</b><li>c <b>3</b></ul>", threads=1)[0]["count"], flush=True)
            import os; os._exit(0)
    """
    ran = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert ran.stdout.readline() == "begun\n"
    time.sleep(0.5)
    sent = time.monotonic()
    ran.send_signal(signal.SIGINT)
    assert ran.stdout.readline() == "stopped\n"
    assert time.monotonic() - sent < 2
    assert ran.stdout.readline() == "3\n"
    ran.wait(60)


def test_answers_do_not_depend_on_threads():
    pages = [page * 3 for page in COURSES] + [BOOKS] * 3
    for ask in (katagami.template, katagami.content, katagami.records, katagami.similar):
        assert list(ask(pages, threads=1)) == list(ask(pages, threads=4))


def test_threads_of_python_ask_at_once():
    answers = []
    asking = [threading.Thread(target=lambda: answers.append(katagami.records(BOOKS)["title"])) for _ in range(16)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert answers == [["Dune", "Emma", "Ulysses"]] * 16


def test_threads_of_python_take_each_page_once(tmp_path):
    file = tmp_path / "crawl.jsonl"
    file.write_text("".join(f'{{"url": "{number}", "html": "<p>{number}"}}\n' for number in range(5000)))
    pages, taken = katagami.pages(file), []
    taking = [threading.Thread(target=lambda: taken.extend(url for url, _ in pages)) for _ in range(8)]
    for thread in taking:
        thread.start()
    for thread in taking:
        thread.join()
    assert sorted(taken, key=int) == [str(number) for number in range(5000)]
