import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginOfdSignature } from '#core/ofd/sign/sign-ofd.ts';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { openOffice, stampRequest } from '#tests/unit/ofd-sign/signing-party.ts';
import { smallOfd } from '#tests/unit/ofd-sign/small-ofd.ts';
import { type BenchReport, timed } from '../row.ts';

export const name = 'ofd-sign';

/** Enough calls that the engine has compiled what is measured. */
const STEADY = { rounds: 15, warmUp: 5, repeat: 5 };

/** Stamping and verifying OFD files. No other npm library does either, so there is nobody to compare with. */
export async function run(report: BenchReport): Promise<void> {
  const office = await openOffice();
  const party = await office.party('甲方有限公司');
  const alone = { peer: null, theirs: null };
  for (const pages of [1, 100]) {
    const bytes = smallOfd(pages);
    const request = stampRequest(party);
    const sign = await timed(() => signOfd(bytes, request, party.holder.signer), STEADY);
    report({ name: `stamp ${pages} page${pages > 1 ? 's' : ''}`, unit: 'ms', ours: sign, ...alone });
    const begin = await timed(() => beginOfdSignature(bytes, request), STEADY);
    report({
      name: `prepare a UKey's stamp, ${pages} page${pages > 1 ? 's' : ''}`,
      unit: 'ms',
      ours: begin,
      ...alone,
    });
    const signed = await signOfd(bytes, request, party.holder.signer);
    const verify = await timed(() => verifyOfd(signed, office.trust), STEADY);
    report({
      name: `verify ${pages} page${pages > 1 ? 's' : ''}`,
      unit: 'files/s',
      ours: 1000 / verify,
      ...alone,
    });
  }
  const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'ofd');
  if (!existsSync(folder)) return;
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.ofd'))
    .map((file) => new Uint8Array(readFileSync(join(folder, file))));
  const all = await timed(async () => {
    for (const file of files) await verifyOfd(file, office.trust);
  });
  report({
    name: `verify ${files.length} foreign files`,
    unit: 'files/s',
    ours: (1000 * files.length) / all,
    ...alone,
  });
}
