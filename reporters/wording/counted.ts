/** A number with its noun: `1 response`, `2 responses`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
