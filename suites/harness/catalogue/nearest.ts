/** Finds the word that was probably meant. */

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Up to `most` candidates that are close to `word`, the closest first. */
export function nearestOf(word: string, candidates: readonly string[], most: number): string[] {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_ ]/g, '')
  return candidates
    .map((candidate) => ({ candidate, away: distance(plain(word), plain(candidate)) }))
    .filter(({ candidate, away }) => away <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.away - b.away)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** The candidate closest to `word`, unless none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  return nearestOf(word, candidates, 1)[0]
}
