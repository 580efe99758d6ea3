import { among, type Switch } from './switch.ts'

/** What is made of a request when the contract gives several answers to it, or none. */
export const requests = {
  /** When the key is looked at; matters only to requests with more faults than one. */
  authOrder: among('after-validation', 'after-body', 'headers'),
  /** Which fault of several in one body is reported. */
  faultChoice: among('last', 'first'),
  /** Whether the scheme word is read in any case, as RFC 9110 has it. */
  schemeCase: { values: ['any', 'exact'], warned: ['exact'] },
  /** A body over the limit is answered at once, or once the client has sent it all. */
  oversize: among('early', 'patient'),
  /** Status for a model name outside the pattern: invalid and unknown at the same time. */
  modelPattern: among('404', '400'),
  /** Whether 1.0 and 1e0 count as integers (value) or not (digits). */
  integerNotation: among('digits', 'value'),
  /** Whether policy refuses a max_tokens that the schema allows (400 with the name of the field). */
  outputCap: among('none', 'refuse'),
  /** What a name that occurs twice in one JSON object does. */
  duplicateKeys: among('refuse', 'last', 'first'),
  /** A byte order mark before the JSON text. */
  byteOrderMark: among('refuse', 'accept'),
  /** A request body with Content-Encoding: gzip. */
  gzipBody: among('refuse', 'inflate'),
  /** A JSON body that is not labelled application/json. */
  contentTypeCheck: among('strict', 'ignore'),
  /** Unknown members inside a message or inside stream_options. */
  nestedStrangers: { values: ['refuse', 'tolerate'], warned: ['tolerate'] },
  /** A query string on the model list. */
  modelsQuery: among('refuse', 'ignore'),
  /** The model list for a disabled project: the feature may be off without the account. */
  disabledModels: among('list', 'refuse'),
  /** What uses up the limit of the limited project: completions, or any authenticated attempt. */
  limitCounts: among('completions', 'attempts'),
  /** Status for a path that does not exist. */
  unknownPath: among('404', '400'),
  /** Status for a known path with another method. */
  otherMethod: among('405', '404', '400'),
  /** Whether the secret of a key holds underscores, dashes and dots itself. */
  keyShape: among('underscored', 'plain'),
} as const satisfies Record<string, Switch>
