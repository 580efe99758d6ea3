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

/** The candidate closest to `word`, unless none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_ ]/g, '')
  let best: { candidate: string; away: number } | undefined
  for (const candidate of candidates) {
    const away = distance(plain(word), plain(candidate))
    if (!best || away < best.away) best = { candidate, away }
  }
  return best && best.away <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined
}
