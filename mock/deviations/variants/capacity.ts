import { deliveredAs } from '../../core/http.ts'
import type { Behaviour } from '../../core/types.ts'
import { allowed } from '../deviation.ts'
import { counting, type InTransit } from '../edits/in-transit.ts'
import type { When } from '../edits/when.ts'

/** Milliseconds for each answer that has to wait for another one. */
const TURN = 3

/** The most concurrent completions of a small gateway. */
const ROOM = 4

const onCompletions: When = ({ status }, { operation }) => operation === 'completion' && status === 200

/** Behaviour under many concurrent requests, and how long connections stay open. */
export const variants = () => [
  allowed('8: how much a gateway does at the same time is not shown', {
    'one-after-the-other: each answer waits for those that were asked for before it': (behaviour, emit) => {
      let waiting = 0
      return {
        ...behaviour,
        sealed: [
          ...behaviour.sealed,
          (answer) => {
            waiting += 1
            if (waiting > 1) emit()
            const { onDelivered } = answer
            return {
              ...deliveredAs(answer, { before: [{ wait: TURN * Math.min(waiting, 20) }] }),
              onDelivered: (...args) => {
                waiting -= 1
                onDelivered?.(...args)
              },
            }
          },
        ],
      }
    },
  }),
  allowed('8: the numbers of limits are not shown; 429 may carry Retry-After', {
    'limited-above-four-at-once: more than four completions at the same time are over the limit': (
      behaviour,
      emit,
    ): Behaviour => {
      const inTransit = new Set<InTransit>()
      return {
        ...counting(behaviour, onCompletions, inTransit),
        takeQuota(project, call) {
          if (inTransit.size < ROOM) return behaviour.takeQuota(project, call)
          emit()
          return 1
        },
      }
    },
  }),
  allowed('RFC 9112: connections may end after any answer', {
    'connections-of-five-answers: a connection ends after its fifth answer': (behaviour, emit) => {
      const answers = new WeakMap<object, number>()
      const unknown = {}
      return {
        ...behaviour,
        sealed: [
          ...behaviour.sealed,
          (answer, { head: { connection = unknown } }) => {
            const count = (answers.get(connection) ?? 0) + 1
            answers.set(connection, count)
            if (count < 5) return answer
            emit()
            return deliveredAs(answer, { close: true })
          },
        ],
      }
    },
  }),
]
