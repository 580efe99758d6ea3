/** The libraries of the matrix by language, at pinned versions. Go, Rust, Java and Kotlin pin them in build files. */
import { type Language, languages } from '../callers/languages.ts'

/** A language as for the recordings, but with other programs, which use `svc-client-lines/1`, and other packages. */
const as = (name: string, own: Partial<Language> & Pick<Language, 'clients'>): Language => {
  const known = languages[name]
  if (!known) throw new Error(`there is no language ${name}`)
  return { ...known, ...own }
}

export const libraries: Readonly<Record<string, Language>> = {
  JavaScript: as('JavaScript', {
    install: 'npm install --no-audit --no-fund --no-save $PACKAGES',
    copied: 'lines.mjs',
    run: 'exec node lines.mjs "$CLIENT"',
    clients: {
      openai: 'openai@7.57.0',
      '@langchain/openai': '@langchain/openai@1.6.0 @langchain/core@1.4.0',
      '@ai-sdk/openai-compatible': '@ai-sdk/openai-compatible@3.0.92 ai@7.0.173',
      xsai: '@xsai/stream-text@0.4.4 @xsai/generate-text@0.4.4',
      'eventsource-parser': 'eventsource-parser@4.1.3',
    },
  }),
  Python: as('Python', {
    copied: 'lines.py',
    run: 'exec env/bin/python lines.py "$CLIENT"',
    clients: {
      openai: 'openai==3.57.0',
      'openai-async': 'openai==3.57.0',
      litellm: 'litellm==1.110.2',
      'langchain-openai': 'langchain-openai==1.7.4',
      'pydantic-ai': 'pydantic-ai-slim==2.68.0',
      haystack: 'haystack-ai==3.4.1',
      'httpx-sse': 'httpx-sse==0.4.3 httpx==0.28.1',
    },
  }),
  Go: as('Go', {
    install: 'go mod tidy && go build -o lines .',
    copied: 'go',
    run: 'exec ./lines "$CLIENT"',
    clients: {
      'openai-go': 'github.com/openai/openai-go/v3',
      'go-openai': 'github.com/sashabaranov/go-openai',
      langchaingo: 'github.com/tmc/langchaingo',
    },
  }),
  Rust: as('Rust', {
    copied: 'rust',
    run: 'exec target/debug/lines "$CLIENT"',
    clients: { 'async-openai': 'async-openai', genai: 'genai', 'eventsource-stream': 'eventsource-stream' },
  }),
  Java: as('Java', {
    copied: 'java',
    run: 'exec java -cp "target/classes:$(cat classpath)" Lines "$CLIENT"',
    clients: { 'openai-java': 'openai-java', langchain4j: 'langchain4j-open-ai', 'okhttp-sse': 'okhttp-sse' },
  }),
  Kotlin: as('Java', {
    copied: 'kotlin',
    run: 'exec java -cp "target/classes:$(cat classpath)" LinesKt',
    clients: { 'openai-kotlin': 'openai-client-jvm' },
  }),
}

/** The first package of a client, without its version. */
export const packageOf = (packages: string): string => packages.replace(/ .*/, '').replace(/(?:@|==)[\d.]+$/, '')
