/** Lines of cells as a table for a terminal: the first column is left-aligned, the others are right-aligned. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const widthOf = (column: number): number => Math.max(...lines.map((line) => line[column]?.length ?? 0))
  const padded = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widthOf(0)) : cell.padStart(widthOf(column))
  return lines.map((line) => line.map(padded).join('  ')).join('\n')
}
