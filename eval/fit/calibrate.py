#!/usr/bin/env python3
"""Measures whether the probability of a list means what it says, on platforms on which the weights were not fitted. Python 3.9+, numpy,
scipy.

    cargo build --release --example candidates
    eval/fit/calibrate.py target/release/examples/candidates ../shared target/more [--write]

The probability of a list is a softmax of the scores over the distinct sets of records of a page, summed over the sets of as many records
(`certainty` in src/repeat/choice.rs). For each fold of platforms, weights are fitted as by eval/fit/fit.py on the other folds, and a
temperature by which scores are divided is fitted to the choices of the other folds. The program prints that temperature, and the mean
logarithm of the loss with it and without. A list is right if its number of records is exact. --write stores how many of the answers
of each tenth of probability are right, without the temperature, in benches/calibration.csv."""
import sys
import fit, fitted
import numpy as np
from scipy.optimize import minimize_scalar

def choices(problem, scores):
    """For each page the scores of its distinct sets, which of these are as many records as the best one, and whether that is right."""
    for page, a, b in zip(problem.pages, problem.starts, problem.ends):
        best = {}
        for at in a + np.argsort(-scores[a:b], kind='stable'):
            best.setdefault(page['sets'][at - a], at)
        at = np.array(list(best.values())); counts = page['judged'][at - a][:, 1]
        yield scores[at], counts == counts[0], counts[0] == page['count']

def certainty(scores, same, temperature):
    e = np.exp((scores - scores.max()) / temperature)
    return min(1.0, e[same].sum() / e.sum())

def loss(chosen, temperature):
    p = np.clip([certainty(scores, same, temperature) for scores, same, _ in chosen], 1e-6, 1 - 1e-6)
    return -np.where([right for *_, right in chosen], np.log(p), np.log(1 - p)).mean()

def main():
    options = {a for a in sys.argv if a.startswith('--')}
    program, shared, more = [a for a in sys.argv[1:] if not a.startswith('--')]
    names, pages = fit.load(program, shared, more)
    problem = fit.Problem([p for p in pages if len(p['values'])], names); pages = problem.pages
    mean, scale = problem.X.mean(0), np.maximum(problem.X.std(0), 1e-6)
    platforms = sorted({p['platform'] for p in pages}); fold = {p: i % fit.FOLDS for i, p in enumerate(platforms)}
    folds = np.array([fold[p['platform']] for p in pages])
    columns = [i for i in range(len(names)) if np.any(problem.X[:, i] != 0)]
    prior = np.array([fit.PRIOR.get(n, 0.0) for n in names])
    weights = dict(line.split()[:2] for line in open(fit.TABLE) if line.strip() and not line.startswith('#'))
    whole, scores = np.array([float(weights.get(n, 0)) for n in names]), np.zeros(len(problem.X))
    for k in range(fit.FOLDS):
        rows = (folds == k)[problem.of]
        scores[rows] = problem.scores(problem.fit(folds != k, columns, fit.L2, mean, scale, prior, whole))[rows]
    chosen = list(choices(problem, scores)); right = [right for *_, right in chosen]
    fitted_at, temperatures = np.zeros(len(pages)), []
    for k in range(fit.FOLDS):
        others = [one for one, of in zip(chosen, folds) if of != k]
        temperatures.append(minimize_scalar(lambda t: loss(others, t), bounds=(0.3, 5), method='bounded').x)
        for at in np.flatnonzero(folds == k): fitted_at[at] = certainty(*chosen[at][:2], temperatures[-1])
    plain = [certainty(scores, same, 1.0) for scores, same, _ in chosen]
    print(f'temperature {np.mean(temperatures):.2f} ({min(temperatures):.2f} to {max(temperatures):.2f})')
    for title, probabilities in (('as it is', plain), ('with the temperature', fitted_at)):
        print(f'{title}: loss {-np.mean([np.log(p if of else 1 - p) for p, of in zip(np.clip(probabilities, 1e-6, 1 - 1e-6), right)]):.3f}')
    if '--write' in options: fitted.keep_calibration('list', list(zip(plain, right)))

if __name__ == '__main__': main()
