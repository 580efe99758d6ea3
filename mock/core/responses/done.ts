/** The literal last event of a stream (contract 6.5). */
// keeps: stream-done
export const DONE = 'data: [DONE]\n\n'
