// Tests told as cargo tells them, so that `cargo xtask test` counts these with the others.

export default async function* reporter(events) {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const name = `${data.file ? `${data.file.split('/').at(-1)}: ` : ''}${data.name}`;
    if (data.skip !== undefined) {
      skipped += 1;
      yield `test ${name} ... ignored\n`;
    } else if (type === 'test:pass') {
      passed += 1;
      yield `test ${name} ... ok (${(data.details.duration_ms / 1000).toFixed(1)} s)\n`;
    } else {
      failed += 1;
      const fault = data.details.error?.cause ?? data.details.error;
      yield `test ${name} ... FAILED\n${fault?.stack ?? fault}\n`;
    }
  }
  yield `\ntest result: ${failed ? 'FAILED' : 'ok'}. ${passed} passed; ${failed} failed; ${skipped} ignored; 0 measured; 0 filtered out\n`;
}
