/** Answers of a gateway made with FastAPI: 422 with `detail` instead of 400. */
import type { AlteredAnswer } from '../../integration/drivers/altered-mock.ts'

/** Changes answers in place. */
export function likeFastapi(answer: AlteredAnswer): void {
  answer.headers.server = 'uvicorn'
  if (answer.status !== 400) return
  const detail = [{ type: 'value_error', loc: ['body', 'messages'], msg: 'Input should be valid', input: {} }]
  answer.status = 422
  answer.body = Buffer.from(JSON.stringify({ detail }))
}

/** With all its errors in the form of FastAPI. */
export function allLikeFastapi(answer: AlteredAnswer): void {
  likeFastapi(answer)
  if (answer.status < 400 || answer.status === 422) return
  answer.body = Buffer.from(JSON.stringify({ detail: 'Not this.' }))
}
