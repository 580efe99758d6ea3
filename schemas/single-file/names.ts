/** What the schemas of the single-file documents are called: generators name their types after these. */

export interface Named {
  readonly name: string
  readonly description: string
}

/** By file of `wire/`. */
export const fileNames: Readonly<Record<string, string>> = {
  'model.schema.json': 'Model',
  'model-list.schema.json': 'ModelList',
  'chat-message.schema.json': 'ChatMessage',
  'chat-completion-request.schema.json': 'ChatCompletionRequest',
  'chat-completion.schema.json': 'ChatCompletion',
  'chat-completion-chunk.schema.json': 'ChatCompletionChunk',
  'usage.schema.json': 'Usage',
  'error.schema.json': 'Error',
}

const FINISH_REASON: Named = { name: 'FinishReason', description: 'Why a response ended (2.4)' }

/** Parts of these files, by file and place. What is called alike has to be alike. */
export const partNames: Readonly<Record<string, Named>> = {
  'chat-message.schema.json/properties/role': { name: 'ChatRole', description: 'Who speaks in a request (2.3)' },
  'chat-completion-request.schema.json/properties/stream_options': {
    name: 'StreamOptions',
    description: 'What a stream contains in addition; only with stream true (4.2)',
  },
  'chat-completion-request.schema.json/properties/stop': {
    name: 'Stop',
    description: 'A text that ends the response, or up to four (4.2)',
  },
  'chat-completion.schema.json/properties/choices/items': {
    name: 'ChatCompletionChoice',
    description: 'The one choice of a completion (2.4)',
  },
  'chat-completion.schema.json/properties/choices/items/properties/message': {
    name: 'AssistantMessage',
    description: 'The response of a model (2.4)',
  },
  'chat-completion.schema.json/properties/choices/items/properties/finish_reason': FINISH_REASON,
  'chat-completion-chunk.schema.json/properties/choices/items': {
    name: 'ChatCompletionChunkChoice',
    description: 'The choice of a chunk (2.6)',
  },
  'chat-completion-chunk.schema.json/properties/choices/items/properties/delta': {
    name: 'ChatCompletionDelta',
    description: 'What a chunk adds to the response (2.6)',
  },
  'chat-completion-chunk.schema.json/properties/choices/items/properties/finish_reason/anyOf/0': FINISH_REASON,
  'usage.schema.json/properties/prompt_tokens_details': {
    name: 'PromptTokensDetails',
    description: 'What the tokens of the prompt were (2.5)',
  },
  'usage.schema.json/properties/completion_tokens_details': {
    name: 'CompletionTokensDetails',
    description: 'What the tokens of the response were (2.5)',
  },
  'error.schema.json/properties/error': { name: 'ErrorDetail', description: 'What went wrong (2.7)' },
  'error.schema.json/properties/error/properties/type': {
    name: 'ErrorType',
    description: 'The kind of an error (2.7)',
  },
}
