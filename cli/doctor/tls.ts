/** Trouble with certificates, by the code that the TLS library gives it. */
import type { Failure } from '../../suites/harness/exchange.ts'
import { type Diagnosis, problem } from './diagnosis.ts'

const TRUST =
  'If the certificate is right, give the one that signed it as tls.ca in the target file; otherwise mend the gateway.'

const CODES: readonly (readonly [codes: readonly string[], found: string, mend: string])[] = [
  [
    ['CERT_HAS_EXPIRED'],
    'the certificate has expired',
    'Renew it on the gateway. Where it should hold still, look at the clock of this machine.',
  ],
  [
    ['CERT_NOT_YET_VALID'],
    'the certificate is not valid yet',
    'Look at the clock of this machine; where it is right, the gateway has a certificate for later.',
  ],
  [['DEPTH_ZERO_SELF_SIGNED_CERT'], 'the certificate is self-signed', TRUST],
  [['SELF_SIGNED_CERT_IN_CHAIN'], 'the certificate is signed by an authority that this machine does not know', TRUST],
  [
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
    'the certificate is signed by an authority that this machine does not know, or the gateway leaves out a certificate in between',
    `Let the gateway send its whole chain. ${TRUST}`,
  ],
  [
    ['ERR_TLS_CERT_ALTNAME_INVALID'],
    'the certificate is made out to another host',
    'Write the host in base_url as the certificate has it, or give the gateway a certificate for this host.',
  ],
]

/** What a failure of TLS is about. */
export function aboutTls({ code, message }: Failure): Diagnosis {
  const [, found, mend] = CODES.find(([codes]) => codes.includes(code)) ?? []
  return problem(
    'TLS',
    `${found ?? 'the TLS handshake failed'} (${code}${found === undefined ? `: ${message}` : ''})`,
    mend ?? 'Look at the versions and ciphers of TLS that the gateway allows, and whether it asks for a certificate.',
  )
}

/** The certificate is at fault, so that there is TLS at all. */
export function isAboutCertificate({ code }: Failure): boolean {
  return CODES.some(([codes]) => codes.includes(code))
}
