import { type JsonObject, BODY_LIMIT, parseBody, tooLarge } from '../body.ts';
import { refuse } from '../edits/decisions.ts';
import { ERRORS, type ErrorKind, Refusal } from '../errors.ts';
import { asNumber } from '../integers.ts';
import type { Apply, Variant } from '../oddity.ts';
import { invalid } from '../problems.ts';
import { repeatsKey } from './repeated-keys.ts';

const ORDER = 'several faults in one request: any of their statuses';
const BODY = '4.2: forms of the body beside valid JSON are not shown';
const POLICY = '8: the effective limits are not shown';
const EFFECT = 'the effect of sampling fields is the model\'s';

const over = (cap: number): Apply =>
  refuse((body) => ['max_tokens', 'max_completion_tokens'].find((name) => (asNumber(body[name]) ?? 0) > cap));
const reading = (read: (text: string | undefined) => JsonObject | Refusal | undefined): Apply => (behaviour, emit) => ({
  ...behaviour,
  parseBody(text, call) {
    const body = read(text);
    if (body !== undefined) emit();
    return body ?? behaviour.parseBody(text, call);
  },
});
const untyped = (test: (type: string | undefined) => boolean): Apply => (behaviour, emit) => ({
  ...behaviour,
  parseBody(text, call) {
    if (!test(call.head.header('content-type'))) return behaviour.parseBody(text, call);
    emit();
    return new Refusal('not_json', 'The Content-Type must be application/json; set it.');
  },
});
const entering = (entry: 'body' | 'late'): Apply => (behaviour, emit) => ({
  ...behaviour,
  entry,
  isTooLarge: (bytes, text, call) => (emit(), behaviour.isTooLarge(bytes, text, call)),
});

const ROWS: [name: string, freedom: string, shows: string, apply: Apply][] = [
  ['key-checked-after-the-body', ORDER, 'the key is looked at when the body is there', entering('body')],
  ['key-checked-last', ORDER, 'the key is looked at when the body was judged', entering('late')],
  ['size-checked-first', ORDER, '413 comes before 401', (behaviour, emit) => ({
    ...behaviour,
    authenticate(head, accounts, call) {
      const oversized = call.operation === 'completion' && Number(head.header('content-length')) > BODY_LIMIT;
      if (oversized) emit();
      return oversized ? tooLarge() : behaviour.authenticate(head, accounts, call);
    },
  })],
  ['size-checked-on-arrival', ORDER, 'the size of a body is known when it has arrived, whatever was announced', (behaviour, emit) => ({
    ...behaviour,
    trustsLength: false,
    isTooLarge: (bytes, text, call) => (emit(), behaviour.isTooLarge(bytes, text, call)),
  })],
  ['model-checked-first', ORDER, 'an unknown model is told before other faults', (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call) {
      const body = behaviour.parseBody(text, call);
      if (body instanceof Refusal || typeof body.model !== 'string' || call.project?.models.has(body.model)) return body;
      if (!/^svc\/[a-z0-9-]+$/.test(body.model)) return body;
      emit();
      return new Refusal('model_not_found', 'No such model.', { param: 'model' });
    },
  })],
  ['odd-model-as-404', '4.2: a model outside the pattern is invalid and unknown', 'a model outside the pattern gives 404', asKind('model.pattern', 'model_not_found')],
  ['problems-one-by-one', '7.6', 'only the last problem of a request is told', (behaviour, emit) => ({
    ...behaviour,
    judge: (problems, call) => (problems.length > 1 && emit(), behaviour.judge(problems, call).slice(-1)),
  })],
  ['limit-above-policy-refused', POLICY, 'more output tokens than 4096 are refused', over(4096)],
  ['limit-at-the-bound-refused', POLICY, 'output limits beyond 32 bits are refused', over(2 ** 31)],
  ['integers-without-fraction', 'JSON Schema and parsers differ on 1.0', '1.0 and 1e0 are refused as integers', reading((text) => refusedFractions(text))],
  ['repeated-keys-refused', BODY, 'a member that stands twice is refused', reading((text) => (text !== undefined && repeatsKey(text) ? new Refusal('not_json', 'A member stands twice; drop one.') : undefined))],
  ['byte-order-mark-accepted', BODY, 'a byte order mark before the body is skipped', reading((text) => (text?.startsWith('\ufeff') ? parseBody(text.slice(1)) : undefined))],
  ['content-type-demanded', BODY, 'a body without Content-Type is refused', untyped((type) => type === undefined)],
  ['content-type-of-json-demanded', BODY, 'a body of another Content-Type is refused', untyped((type) => !/^application\/json\b/i.test(type ?? ''))],
  ['coded-bodies-refused', BODY, 'a body with Content-Encoding is refused', (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call) {
      if (call.head.header('content-encoding') === undefined) return behaviour.parseBody(text, call);
      emit();
      return new Refusal('not_json', 'Content-Encoding is not understood; send the body as it is.');
    },
  })],
  ['query-refused', '4.1: the operation has no parameters', 'a model list with a query string is refused with 400', (behaviour, emit) => ({
    ...behaviour,
    refuseDisabled(project, operation, call) {
      if (operation !== 'models' || !call.head.target.includes('?')) return behaviour.refuseDisabled(project, operation, call);
      emit();
      return new Refusal('invalid', 'The model list has no parameters; leave the query string out.');
    },
  })],
  ['stop-without-effect', EFFECT, 'stop does not end the text', composing(({ stop: _stop, ...body }) => body)],
  ['limit-without-effect', EFFECT, 'max_tokens does not cut the text', composing(({ max_tokens: _one, max_completion_tokens: _other, ...body }) => ({ ...body, max_tokens: 4096 }))],
  ['answers-differ', EFFECT, 'the same request gets another answer each time', (behaviour, emit) => ({
    ...behaviour,
    compose: (body, model, project, call) => (emit(), { ...behaviour.compose(body, model, project, call), text: `Answer ${call.number}`, finish: 'stop' }),
  })],
  ['answers-of-one-word', EFFECT, 'every answer is one word', (behaviour, emit) => ({
    ...behaviour,
    compose: (body, model, project, call) => (emit(), { ...behaviour.compose(body, model, project, call), text: 'Yes', finish: 'stop' }),
  })],
  ['one-project-disabled-for-completions', '5.4: account or feature', 'a disabled project may list its models', (behaviour, emit) => ({
    ...behaviour,
    refuseDisabled(project, operation, call) {
      const refusal = behaviour.refuseDisabled(project, operation, call);
      if (!refusal || operation !== 'models') return refusal;
      emit();
      return undefined;
    },
  })],
  ['limited-from-the-first', '8: the numbers of limits are not shown', 'a limited project is over its limit from the first request', (behaviour, emit) => ({
    ...behaviour,
    takeQuota: (project, call) => (project.quota ? (emit(), 30) : behaviour.takeQuota(project, call)),
  })],
  ['limited-from-the-third', '8: the numbers of limits are not shown', 'a limited project gets two completions', (behaviour, emit) => {
    const used = new Map<string, number>();
    return {
      ...behaviour,
      takeQuota(project, call) {
        if (!project.quota) return behaviour.takeQuota(project, call);
        used.set(project.name, (used.get(project.name) ?? 0) + 1);
        if ((used.get(project.name) ?? 0) <= 2) return undefined;
        emit();
        return 7;
      },
    };
  }],
];

/** Decisions that the contract leaves to the gateway. */
export const decisionVariants: readonly Variant[] = ROWS.map(([name, freedom, shows, apply]) => ({ name, freedom, shows, apply }));

function asKind(rule: string, kind: ErrorKind): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    parseBody(text, call) {
      const body = behaviour.parseBody(text, call);
      if (body instanceof Refusal) return body;
      const problems = behaviour.problemsOf(body, call);
      if (problems.length !== 1 || problems[0]?.rule !== rule) return body;
      emit();
      return new Refusal(kind, invalid(problems).message, { param: problems[0].param, code: ERRORS[kind].code });
    },
  });
}

function composing(change: (body: JsonObject) => JsonObject): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    compose: (body, model, project, call) => (emit(), behaviour.compose(change(body), model, project, call)),
  });
}

function refusedFractions(text: string | undefined): Refusal | undefined {
  const field = /"(max_tokens|max_completion_tokens|n)"\s*:\s*-?\d+[.eE]/.exec(text ?? '')?.[1];
  return field === undefined ? undefined : new Refusal('invalid', `${field}: must be written as an integer; drop the fraction.`, { param: field, code: 'wrong_type' });
}

