import type { Switch } from './switch.ts'

/** What is made of a request when the contract gives several answers to it, or none. */
export const requests = {
  authOrder: {
    says: 'When the key is looked at; matters only to requests with more faults than one.',
    values: ['after-validation', 'after-body', 'headers'],
  },
  faultChoice: {
    says: 'Which fault of several in one body is reported.',
    values: ['last', 'first'],
  },
  schemeCase: {
    says: 'Whether the scheme word is read in any case, as RFC 9110 has it.',
    values: ['any', 'exact'],
    warned: ['exact'],
  },
  oversize: {
    says: 'A body over the limit is answered at once, or once the client has sent it all.',
    values: ['early', 'patient'],
  },
  modelPattern: {
    says: 'Status for a model name outside the pattern: invalid and unknown at the same time.',
    values: ['404', '400'],
  },
  integerNotation: {
    says: 'Whether 1.0 and 1e0 count as integers (value) or not (digits).',
    values: ['digits', 'value'],
  },
  outputCap: {
    says: 'Whether policy refuses a max_tokens that the schema allows (400 with the name of the field).',
    values: ['none', 'refuse'],
  },
  duplicateKeys: {
    says: 'What a name that occurs twice in one JSON object does.',
    values: ['refuse', 'last', 'first'],
  },
  byteOrderMark: {
    says: 'A byte order mark before the JSON text.',
    values: ['refuse', 'accept'],
  },
  gzipBody: {
    says: 'A request body with Content-Encoding: gzip.',
    values: ['refuse', 'inflate'],
  },
  contentTypeCheck: {
    says: 'A JSON body that is not labelled application/json.',
    values: ['strict', 'ignore'],
  },
  nestedStrangers: {
    says: 'Unknown members inside a message or inside stream_options.',
    values: ['refuse', 'tolerate'],
    warned: ['tolerate'],
  },
  modelsQuery: {
    says: 'A query string on the model list.',
    values: ['refuse', 'ignore'],
  },
  disabledModels: {
    says: 'The model list for a disabled project: the feature may be off without the account.',
    values: ['list', 'refuse'],
  },
  limitCounts: {
    says: 'What uses up the limit of the limited project: completions, or any authenticated attempt.',
    values: ['completions', 'attempts'],
  },
  unknownPath: {
    says: 'Status for a path that does not exist.',
    values: ['404', '400'],
  },
  otherMethod: {
    says: 'Status for a known path with another method.',
    values: ['405', '404', '400'],
  },
  keyShape: {
    says: 'Whether the secret of a key holds underscores, dashes and dots itself.',
    values: ['underscored', 'plain'],
  },
} as const satisfies Record<string, Switch>
