/** The tests that decide whether an explanation may be printed. */

export interface Interval {
  readonly low: number
  readonly high: number
}

/** The normal quantile of a two-sided interval of 95 %. */
const Z = 1.959964

/** Wilson's 95 % interval of a share. It also works if few of many responses failed. */
export function wilson(failed: number, of: number): Interval {
  if (of === 0) return { low: 0, high: 1 }
  const share = failed / of
  const square = Z ** 2 / of
  const middle = (share + square / 2) / (1 + square)
  const half = (Z / (1 + square)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/** The logarithm of n! for each n so far. */
const factorials = [0]

function logFactorial(n: number): number {
  for (let at = factorials.length; at <= n; at += 1) factorials.push((factorials[at - 1] as number) + Math.log(at))
  return factorials[n] as number
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/** The share of failures at which `failed` or more of `of` responses fail with a probability of 2.5 %. */
function lowEnd(failed: number, of: number): number {
  let [low, high] = [0, failed / of]
  for (let step = 0; step < 40; step += 1) {
    const share = (low + high) / 2
    let sum = 0
    for (let k = failed; k <= of; k += 1)
      sum += Math.exp(logChoose(of, k) + k * Math.log(share) + (of - k) * Math.log1p(-share))
    if (sum < 0.025) low = share
    else high = share
  }
  return low
}

/**
 * The 95 % interval of a share by Clopper and Pearson. Unlike Wilson's, it contains the true share in at least 95 % of
 * samples, even if only one of a few responses failed.
 */
export function exactInterval(failed: number, of: number): Interval {
  return { low: failed === 0 ? 0 : lowEnd(failed, of), high: failed === of ? 1 : 1 - lowEnd(of - failed, of) }
}

/**
 * Fisher's exact test, one-sided: the probability that at least `failed` failed responses have a feature by chance.
 *
 * @param among.failed the number of `among.allFailed` that have the feature; `among.held` is that of `among.allHeld`
 */
export function fisher(among: {
  readonly failed: number
  readonly allFailed: number
  readonly held: number
  readonly allHeld: number
}): number {
  const { failed, allFailed, held, allHeld } = among
  const having = failed + held
  const all = logChoose(allFailed + allHeld, having)
  let sum = 0
  for (let k = failed; k <= Math.min(having, allFailed); k += 1) {
    if (having - k > allHeld) continue
    sum += Math.exp(logChoose(allFailed, k) + logChoose(allHeld, having - k) - all)
  }
  return Math.min(1, sum)
}
