import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getQuickFiles, signQuickFiles } from '#core/quicksign/calls.ts';
import { beginQuickUkey } from '#core/quicksign/ukey-calls.ts';
import { call } from '../../call.ts';
import { type Place, wireOf } from '../../parts/placing/places.ts';
import { SignAct } from '../../parts/signing/sign-act.tsx';
import { queryOf } from '../../query.ts';
import { fetchQuickBytes, type QuickDetail } from './use-quick-files.ts';

interface Props {
  group: QuickDetail;
  /** The group as last shown to the signer. */
  shown: QuickDetail;
  /** Called when the signer has reviewed the changes. */
  onShown: (group: QuickDetail) => void;
  places: readonly Place[];
  /** The seals and signatures as text. */
  what: string;
  onClose: () => void;
  onDone: () => void;
}

/** Confirms what is signed of a group and with what; then signs. */
export function QuickConfirmation({ group, shown, onShown, places, what, onClose, onDone }: Props) {
  const { t } = useTranslation(['quicksign', 'sign']);
  const queries = useQueryClient();
  const { id } = group;
  const pagesOf = (p: Place) => group.documents.find((d) => d.documentId === p.documentId)!.pages.length;
  const placements = places.map((p) => wireOf(p, pagesOf(p)));
  const wereShown = new Set(shown.documents.map((d) => d.sha256));
  return (
    <SignAct<QuickDetail, unknown>
      subject={{ kind: 'QUICK', id }}
      thing={group}
      shown={shown}
      onShown={onShown}
      read={() => queries.fetchQuery({ ...queryOf(getQuickFiles, { id }), staleTime: 0 })}
      changesIn={(after) => ({
        signers: [],
        documents: after.documents
          .filter((d) => !wereShown.has(d.sha256))
          .map(({ documentId, fileName, pages }) => ({
            documentId,
            fileName,
            format: after.taskFileType,
            sizes: pages,
            pages: pages.map((_, i) => i + 1),
          })),
        fetchBytes: (documentId) =>
          fetchQuickBytes(id, after.documents.find((d) => d.documentId === documentId)!.fileIndex),
      })}
      summary={[
        [t('field.taskName'), group.taskName],
        [t('sign:summary.files'), group.documents.map((d) => d.fileName).join(', ')],
        [t('sign:summary.with'), what],
      ]}
      ukeyOnly={places.some(({ tool }) => tool.kind === 'seal' && tool.seal.onUkey)}
      call={signQuickFiles}
      sign={(seen, consent, sending) =>
        call(signQuickFiles, { id, seen, consent, placements }, { ...sending })
      }
      beginUkey={(seen, ukeySerial) => call(beginQuickUkey, { id, seen, ukeySerial, placements })}
      answerOf={(done) => done}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
