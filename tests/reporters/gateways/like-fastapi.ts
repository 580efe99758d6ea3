/** Responses of a gateway made with FastAPI: 422 with `detail` instead of 400. */
import type { AlteredResponse } from '../../integration/drivers/altered-mock.ts'

/** Changes a response in place. */
export function likeFastapi(response: AlteredResponse): void {
  response.headers.server = 'uvicorn'
  if (response.status !== 400) return
  const detail = [{ type: 'value_error', loc: ['body', 'messages'], msg: 'Input should be valid', input: {} }]
  response.status = 422
  response.body = Buffer.from(JSON.stringify({ detail }))
}

/** Changes all errors to the form of FastAPI. */
export function allLikeFastapi(response: AlteredResponse): void {
  likeFastapi(response)
  if (response.status < 400 || response.status === 422) return
  response.body = Buffer.from(JSON.stringify({ detail: 'Not this.' }))
}
