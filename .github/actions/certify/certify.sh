#!/usr/bin/env bash
# Runs svc-conformance for the action, and ends with its exit code.
# Reads CERTIFY_BASE_URL, CERTIFY_TARGET, CERTIFY_PROFILE, CERTIFY_VERSION, CERTIFY_ARGS and SVC_CONFORMANCE_KEY.
set -uo pipefail

# A folder of this run alone, so that no report of an earlier one is taken for its own.
report=$(mktemp -d "$RUNNER_TEMP/svc-conformance-XXXXXX") || exit 4
# A summary of the page of a run may have 1 MiB.
readonly longest_summary=1000000

words=(run --out "$report" --reporter 'markdown,junit')
[ -z "$CERTIFY_BASE_URL" ] || words+=(--base-url "$CERTIFY_BASE_URL")
[ -z "$CERTIFY_TARGET" ] || words+=(--target "$CERTIFY_TARGET")
[ -z "$CERTIFY_PROFILE" ] || words+=(--profile "$CERTIFY_PROFILE")
# Splits at white space, and expands nothing.
read -r -d '' -a more <<<"$CERTIFY_ARGS"

if ! [[ $CERTIFY_VERSION =~ ^[0-9A-Za-z.^~+-]+$ ]]; then
  echo 'svc-conformance: version is not a version of npm; write it like 0.1.0 or latest' >&2
  code=2
elif [ -z "$CERTIFY_BASE_URL$CERTIFY_TARGET" ]; then
  echo 'svc-conformance: give base-url or target; without them the run would certify its own mock' >&2
  code=2
else
  npx --yes "svc-conformance@$CERTIFY_VERSION" "${words[@]}" ${more[@]+"${more[@]}"}
  code=$?
fi

conclusion=none
if [ -s "$report/report.json" ]; then
  conclusion=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1], "utf8")).conclusion' "$report/report.json")
fi
if [ -s "$report/summary.md" ]; then
  head -c "$longest_summary" "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"
else
  echo "svc-conformance came to no report (exit code $code); the log of the step says why." >>"$GITHUB_STEP_SUMMARY"
fi
{
  echo "conclusion=$conclusion"
  echo "report=$report"
} >>"$GITHUB_OUTPUT"
exit "$code"
