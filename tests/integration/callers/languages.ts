/** The clients by language, with shell lines that install them, run them and print their version. */

export interface Language {
  /** Runs in the language's folder, a copy of `copied`. Without it, the language has to be installed already. */
  readonly install?: string
  /** A file or a folder of `programs/`. */
  readonly copied: string
  /** Sends the requests of `$CLIENT`. */
  readonly run: string
  /** Prints the version of `$PACKAGE`, or of the language if that is empty. */
  readonly version: string
  /** Clients, each with the package to install, if any. */
  readonly clients: Readonly<Record<string, string>>
}

export const languages: Readonly<Record<string, Language>> = {
  JavaScript: {
    install: 'npm install --no-audit --no-fund --no-save $PACKAGES @langchain/core ai',
    copied: 'clients.mjs',
    run: 'node clients.mjs $CLIENT',
    version: `node -p 'process.env.PACKAGE
      ? JSON.parse(fs.readFileSync("node_modules/" + process.env.PACKAGE + "/package.json")).version
      : process.versions.node'`,
    clients: {
      openai: 'openai',
      '@langchain/openai': '@langchain/openai',
      '@ai-sdk/openai-compatible': '@ai-sdk/openai-compatible',
      fetch: '',
      'node:http': '',
      undici: 'undici',
      axios: 'axios',
      got: 'got',
      'node-fetch': 'node-fetch',
      superagent: 'superagent',
    },
  },
  Python: {
    // Older versions of pip need ten minutes to resolve these versions.
    install:
      'python3 -m venv env && env/bin/pip install -q uv && env/bin/uv pip install -q --python env/bin/python $PACKAGES openai',
    copied: 'clients.py',
    run: 'env/bin/python clients.py $CLIENT',
    version: `env/bin/python -c 'import importlib.metadata as m, os, platform
p = os.environ["PACKAGE"]
print(m.version(p) if p else platform.python_version())'`,
    clients: {
      openai: 'openai',
      'openai-async': 'openai',
      litellm: 'litellm',
      'langchain-openai': 'langchain-openai',
      'pydantic-ai': 'pydantic-ai-slim',
      instructor: 'instructor',
      requests: 'requests',
      httpx: 'httpx',
      aiohttp: 'aiohttp',
      urllib3: 'urllib3',
      urllib: '',
    },
  },
  Go: {
    install: 'go get $PACKAGES && go build -o callers .',
    copied: 'go',
    run: './callers $CLIENT',
    version: 'if [ "$PACKAGE" ]; then go list -m "$PACKAGE"; else go version; fi',
    clients: {
      'net/http': '',
      'net/http-pipe': '',
      resty: 'github.com/go-resty/resty/v2',
      fasthttp: 'github.com/valyala/fasthttp',
      'openai-go': 'github.com/openai/openai-go/v3',
      'go-openai': 'github.com/sashabaranov/go-openai',
    },
  },
  Rust: {
    install: 'cargo build -q',
    copied: 'rust',
    run: 'target/debug/callers $CLIENT',
    version: 'cargo tree -q --depth 1 -i "$PACKAGE" | head -1',
    clients: { reqwest: 'reqwest', ureq: 'ureq', hyper: 'hyper', 'async-openai': 'async-openai' },
  },
  Java: {
    install: 'mvn -q -B compile dependency:build-classpath -Dmdep.outputFile=classpath',
    copied: 'java',
    run: 'java -cp "target/classes:$(cat classpath)" Callers $CLIENT',
    version:
      'if [ "$PACKAGE" ]; then tr : "\\n" < classpath | grep -oE "/$PACKAGE-[0-9][0-9.]*[0-9]"; else java -version 2>&1; fi',
    clients: {
      'java.net.http': '',
      HttpURLConnection: '',
      okhttp: 'okhttp',
      httpclient5: 'httpclient5',
      'openai-java': 'openai-java',
      langchain4j: 'langchain4j-open-ai',
    },
  },
  Ruby: {
    copied: 'clients.rb',
    run: 'ruby clients.rb $CLIENT',
    version: 'if [ "$PACKAGE" ]; then ruby -e "require %q(faraday); puts Faraday::VERSION"; else ruby --version; fi',
    clients: { 'net/http': '', faraday: 'faraday' },
  },
  PHP: {
    copied: 'clients.php',
    run: 'php clients.php $CLIENT',
    version: 'php -r "echo PHP_VERSION;"',
    clients: { curl: '', streams: '' },
  },
  Perl: {
    copied: 'clients.pl',
    run: 'perl clients.pl $CLIENT',
    version: 'perl "-M$PACKAGE" -e "print $PACKAGE->VERSION"',
    clients: { 'HTTP::Tiny': 'HTTP::Tiny', LWP: 'LWP::UserAgent' },
  },
  shell: {
    copied: 'clients.sh',
    run: 'sh clients.sh $CLIENT',
    version: '$PACKAGE --version',
    clients: { curl: 'curl', wget: 'wget', httpie: 'http' },
  },
}
