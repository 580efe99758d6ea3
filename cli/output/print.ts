/** The output of a command: the last place that escapes and masks text, in case something was forgotten before. */
import { hideSecrets } from '../../suites/harness/http/redact.ts'
import { shown } from '../../suites/harness/text/printable.ts'

export function print(text: string): void {
  process.stdout.write(hideSecrets(shown(text)))
}

export function printAside(text: string): void {
  process.stderr.write(hideSecrets(shown(text)))
}
