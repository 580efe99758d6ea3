#!/usr/bin/env bash
# Runs svc-conformance for the action, and ends with its exit code.
# Reads CERTIFY_BASE_URL, CERTIFY_TARGET, CERTIFY_PROFILE, CERTIFY_SET, CERTIFY_BASELINE, CERTIFY_WAIVERS,
# CERTIFY_CERTIFICATE, CERTIFY_TEST_RESULT, CERTIFY_OUT, CERTIFY_VERSION, CERTIFY_ARGS and SVC_CONFORMANCE_KEY.
set -uo pipefail

# Files of the report that are not newer than this file are from an earlier run.
begun=$(mktemp "$RUNNER_TEMP/svc-conformance-begun-XXXXXX") || exit 4
report="$CERTIFY_OUT"
[ -n "$report" ] || report=$(mktemp -d "$RUNNER_TEMP/svc-conformance-XXXXXX") || exit 4
# GitHub allows at most 1 MiB for the summary of a step.
readonly longest_summary=1000000

words=(run "--out=$report" --reporter 'markdown,junit,github')
[ -z "$CERTIFY_BASE_URL" ] || words+=("--base-url=$CERTIFY_BASE_URL")
[ -z "$CERTIFY_TARGET" ] || words+=("--target=$CERTIFY_TARGET")
[ -z "$CERTIFY_PROFILE" ] || words+=("--profile=$CERTIFY_PROFILE")
[ -z "$CERTIFY_SET" ] || words+=("--set=$CERTIFY_SET")
[ -z "$CERTIFY_BASELINE" ] || words+=("--baseline=$CERTIFY_BASELINE")
[ -z "$CERTIFY_WAIVERS" ] || words+=("--waivers=$CERTIFY_WAIVERS")
[ -z "$CERTIFY_CERTIFICATE" ] || words+=("--certificate=$report/$CERTIFY_CERTIFICATE")
[ -z "$CERTIFY_TEST_RESULT" ] || words+=("--test-result=$report/$CERTIFY_TEST_RESULT")
# Splits at white space, without any expansion.
read -r -d '' -a more <<<"$CERTIFY_ARGS"

if ! [[ $CERTIFY_VERSION =~ ^[0-9A-Za-z.^~+-]+$ ]]; then
  echo 'svc-conformance: version is not a version of npm; write it like 0.1.0 or latest' >&2
  code=2
elif [ -z "$CERTIFY_BASE_URL$CERTIFY_TARGET" ]; then
  echo 'svc-conformance: give base-url or target; without them the run would certify its own mock' >&2
  code=2
elif [[ $CERTIFY_CERTIFICATE$CERTIFY_TEST_RESULT == */* ]]; then
  echo 'svc-conformance: certificate and test-result are names of files in the folder of the report; write them without /' >&2
  code=2
elif [[ " ${more[*]-} " =~ \ --(out|base-url|target|reporter)[=\ ] ]]; then
  echo "svc-conformance: args has --${BASH_REMATCH[1]}; the action sets it: leave it out of args, and use the input of that name if there is one" >&2
  code=2
else
  npx --yes "svc-conformance@$CERTIFY_VERSION" "${words[@]}" ${more[@]+"${more[@]}"}
  code=$?
fi

of_this_run() { [ -s "$report/$1" ] && [ "$report/$1" -nt "$begun" ]; }

# Options such as --help end with 0 and certify nothing.
if [ "$code" -eq 0 ] && ! of_this_run report.json; then
  echo 'svc-conformance: no run was made; remove --help or --version from args' >&2
  code=2
fi

conclusion=none
if of_this_run report.json; then
  conclusion=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1], "utf8")).conclusion' "$report/report.json")
fi
if of_this_run summary.md; then
  head -c "$longest_summary" "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"
  cat "$report/annotations.txt"
else
  echo "svc-conformance wrote no report (exit code $code); the log of the step says why." >>"$GITHUB_STEP_SUMMARY"
  report=
fi
# The delimiter is random. With a known delimiter, a line break in a value could write other outputs.
output() {
  local delimiter="end-$RANDOM$RANDOM$RANDOM$RANDOM"
  printf '%s<<%s\n%s\n%s\n' "$1" "$delimiter" "$2" "$delimiter" >>"$GITHUB_OUTPUT"
}
output conclusion "$conclusion"
output report "$report"
exit "$code"
