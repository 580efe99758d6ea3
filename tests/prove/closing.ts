/** Uses something that is open, and closes it in any case. The oldest Node runs the matrix as it stands, and knows no `await using`. */
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
