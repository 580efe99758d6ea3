/** Finds the word that was probably meant. */

/** The number of letters to change, add, omit, or swap with their neighbour. */
function distance(a: string, b: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : change
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** Up to `most` candidates that are close to `word`, the closest first. */
export function nearestOf(word: string, candidates: readonly string[], most: number): string[] {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_ ]/g, '')
  const meant = plain(word)
  const furthest = (candidate: string): number => Math.max(1, Math.floor(candidate.length / 3))
  return (
    candidates
      // The distance is at least the difference in length. This check is quick, even for a word as long as a file.
      .filter((candidate) => Math.abs(plain(candidate).length - meant.length) <= furthest(candidate))
      .map((candidate) => ({ candidate, away: distance(meant, plain(candidate)) }))
      .filter(({ candidate, away }) => away <= furthest(candidate))
      .sort((a, b) => a.away - b.away)
      .slice(0, most)
      .map(({ candidate }) => candidate)
  )
}

/**
 * What to do about a word outside the candidates: the one that was probably meant, or all of them.
 *
 * @param otherwise replaces the list of all candidates, if there are too many
 */
export function hintFor(word: string, candidates: readonly string[], otherwise?: string): string {
  const meant = nearest(word, candidates)
  return meant === undefined ? (otherwise ?? `there are ${candidates.join(', ')}`) : `did you mean ${meant}?`
}

/** The candidate closest to `word`, unless none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  return nearestOf(word, candidates, 1)[0]
}
