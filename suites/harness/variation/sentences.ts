/** The texts of plain requests: over thirteen thousand sentences of three parts each, so that no text is in every run. */
import { hash } from 'node:crypto'

/** The beginnings, topics and endings of sentences. */
const PARTS = [
  'Summarise|Explain|Describe|List the risks of|Name one use of|Give a short definition of|Compare|Outline|' +
    'What should I know about|Write one line about|Suggest a title for|Tell me more about|Help me plan|Review|' +
    'What is the history of|How would you teach|Translate a text about|Search for the latest news on|Write Python or SQL for',
  'solar panels|a weekly budget|the night train|sourdough bread|unit tests|a rental contract|the city library|' +
    'tide tables|a garden pond|remote meetings|spare parts|a cover letter|the water cycle|public transport|' +
    'a backup plan|olive oil|a release note|map projections|winter tyres|a reading list|customer surveys|' +
    'the stock report|folk music|a travel itinerary|the weather in Paris|ChatGPT and Claude|a doctor and a medicine|' +
    'a lawsuit and a lawyer|a bank loan and taxes|an e-mail to a customer|a Java class|a football match',
  'in one word|for a beginner|in plain words|for my team|as briefly as you can|before Friday|' +
    'in a friendly tone|for a newsletter|without jargon|with one example|for an older reader|' +
    'from a practical view|in a single line|for a class of ten|and nothing else|as of today|' +
    'as JSON|as a table in Markdown|as CSV|as code in Python|in XML|in French',
].map((words) => words.split('|'))

/** The only sentence of versions before this table. */
const FIRST = 'Reply with one word.'

const SENTENCE = new RegExp(`(?:${FIRST}|(?:${PARTS.map((words) => words.join('|')).join(') (?:')})\\.)`)

/** A sentence drawn by a text: the same one for the same text. */
export function sentenceBy(salt: string): string {
  const draw = hash('sha256', salt, 'buffer')
  return `${PARTS.map((words, at) => words[draw.readUInt32BE(at * 4) % words.length]).join(' ')}.`
}

/** The first sentence in a text. */
export const sentenceIn = (text: string): string | undefined => SENTENCE.exec(text)?.[0]
