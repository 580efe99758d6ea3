/** Works on the items in their order, `count` of them at the same time. All lanes take theirs from the one iterator. */
export async function atOnce<Item>(
  count: number,
  items: IterableIterator<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const lane = async (): Promise<void> => {
    for (const item of items) await work(item)
  }
  await Promise.all(Array.from({ length: count }, lane))
}
