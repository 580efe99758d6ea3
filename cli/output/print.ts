/** What a command says: the last place where anything is escaped or masked, whatever was forgotten where it was built. */

import { hideSecrets } from '../../suites/harness/http/redact.ts'
import { shown } from '../../suites/harness/text/printable.ts'

export function print(text: string): void {
  process.stdout.write(hideSecrets(shown(text)))
}

export function printAside(text: string): void {
  process.stderr.write(hideSecrets(shown(text)))
}
