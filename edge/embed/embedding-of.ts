import { eq } from 'drizzle-orm';
import { LANGUAGES, type Language } from '#core/locales/languages.ts';
import { embedLink } from '#db/schema/index.ts';
import type { Database } from '#edge/kernel/storage/database.ts';

/** Why an embedded page is not shown where it was asked for. */
export type EmbeddingProblem = 'TOP' | 'FOREIGN';

/** What the answer to an embedded page depends on: in whose pages it may be shown, in which language. */
export interface Embedding {
  /** Null for an unknown link: such a page is shown in no frame. */
  origin: string | null;
  language: Language | null;
  problem: EmbeddingProblem | null;
}

/** The part of a browser's request that names the embedding page. */
const originOf = (referrer: string | null): string | null =>
  referrer && URL.canParse(referrer) ? new URL(referrer).origin : null;

/**
 * What the page of a link answers. The secret of the link is in the fragment, which no request contains, so this reveals
 * only to which origin a link belongs. `frame-ancestors` is what keeps other pages out; the sentence is for people.
 */
export async function embeddingOf(db: Database, linkId: string, request: Request): Promise<Embedding> {
  const [row] = await db
    .select({ origin: embedLink.origin, language: embedLink.language })
    .from(embedLink)
    .where(eq(embedLink.id, linkId));
  if (!row) return { origin: null, language: null, problem: null };
  const destination = request.headers.get('sec-fetch-dest');
  const referrer = originOf(request.headers.get('referer'));
  const problem =
    destination === 'document' ? 'TOP' : referrer !== null && referrer !== row.origin ? 'FOREIGN' : null;
  return { origin: row.origin, language: LANGUAGES.find((one) => one === row.language) ?? null, problem };
}
