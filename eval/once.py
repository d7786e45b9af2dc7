"""Values that the threads of eval/quality share."""
import functools
import threading


def once(function):
    """Wraps a function so that each value is computed once, by the first thread that needs it; other threads wait."""
    locks, guard, cached = {}, threading.Lock(), functools.cache(function)

    @functools.wraps(function)
    def asked(*arguments):
        with guard:
            lock = locks.setdefault(arguments, threading.Lock())
        with lock:
            return cached(*arguments)
    return asked
