/** Uses a resource, and always closes it. The oldest supported Node runs the matrix, and lacks `await using`. */
export async function closing<Open extends { close(): Promise<unknown> }, Result>(
  open: Open,
  use: (open: Open) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(open)
  } finally {
    await open.close()
  }
}
