import { useNavigate } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { HandDialog } from '../../parts/consent/hand-dialog.tsx';
import { ChosenPlace, Overlap, PlaceLayer, PutButton } from '../../parts/placing/place-layer.tsx';
import type { Tool, UsableSeal } from '../../parts/placing/places.ts';
import { ToolList } from '../../parts/placing/tool-list.tsx';
import { type Placing, usePlaces } from '../../parts/placing/use-places.ts';
import { SigningFrame } from '../../parts/signing/signing-frame.tsx';
import { SignButton, SigningSide } from '../../parts/signing/signing-side.tsx';
import { queryOf } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import type { StageHandle } from '../../stage/document-stage.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, LoadingState } from '../../ui/state.tsx';
import { QuickConfirmation } from './quick-confirmation.tsx';
import { QuickDone } from './quick-done.tsx';
import { QUICK_LIST, QuickFailure } from './quick-failure.tsx';
import { type QuickDetail, type QuickDocument, useQuickBytes, useQuickFiles } from './use-quick-files.ts';

/** The pages of a group, the placements, and a button that names the next step. */
export function QuickSignScreen({ id }: { id: string }) {
  const { t } = useTranslation(['quicksign', 'placing', 'sign', 'stage']);
  const navigate = useNavigate();
  const group = useQuickFiles(id);
  usePageTitle({ subject: group.data?.taskName });
  const seals = useQuery(queryOf(listUsableSeals, {}));
  const [done, setDone] = useState(false);
  // If a refetch fails, the pages and placements stay.
  for (const query of [group, seals])
    if (query.error && !query.data)
      return <QuickFailure error={query.error} onRetry={() => void query.refetch()} />;
  if (!group.data || !seals.data) return <LoadingState />;
  if (done) return <QuickDone group={group.data} />;
  if (!group.data.actions.includes('sign'))
    return (
      <EmptyState
        whole
        icon="contract-signed"
        title={t('closed')}
        actions={<Button onClick={() => navigate(QUICK_LIST)}>{t('toList')}</Button>}
      >
        {group.data.taskName}
      </EmptyState>
    );
  return (
    <OpenScreen
      group={group.data}
      seals={seals.data.filter((s) => s.category !== 'DATE')}
      onDone={() => setDone(true)}
    />
  );
}

interface OpenProps {
  group: QuickDetail;
  seals: UsableSeal[];
  onDone: () => void;
}

function OpenScreen({ group, seals, onDone }: OpenProps) {
  const { t } = useTranslation(['quicksign', 'sign']);
  const ofEnterprise = useSession((s) => s.activeUser?.type === 'ent');
  const [fileIndex, setFileIndex] = useState(0);
  const document = group.documents[fileIndex]!;
  const file = useQuickBytes(group.id, document);
  const stage = useRef<StageHandle>(null);
  const [tool, setTool] = useState<Tool | undefined>(() => seals[0] && { kind: 'seal', seal: seals[0] });
  const [signature, setSignature] = useState<Drawing>();
  const [drawing, setDrawing] = useState(false);
  const [confirming, setConfirming] = useState(false);
  // What the signer was shown; only they say that they saw another state.
  const [shown, setShown] = useState(group);
  const placing = usePlaces(group.documents, document, stage);
  const { places, add } = placing;
  const nameOf = (one: Tool) =>
    one.kind === 'seal' ? one.seal.name : t(one.kind === 'date' ? 'placing:date' : 'placing:signature');
  const names = new Set(places.filter((p) => p.tool.kind !== 'date').map((p) => nameOf(p.tool)));
  const what = [...names].join(t('sign:and'));

  return (
    <SigningFrame
      inside
      title={group.taskName}
      documents={group.documents}
      document={document}
      chooseLabel={t('document')}
      onChoose={setFileIndex}
      format={group.taskFileType}
      file={file}
      stage={stage}
      overlay={(index, pxPerMm) => (
        <PlaceLayer
          placing={placing}
          document={document}
          index={index}
          pxPerMm={pxPerMm}
          tool={tool}
          nameOf={nameOf}
        />
      )}
      side={
        <SigningSide
          label={t('placing:tools')}
          foot={
            <Foot
              placing={placing}
              document={document}
              tool={tool}
              nameOf={nameOf}
              what={what}
              onFile={setFileIndex}
              onSign={() => setConfirming(true)}
            />
          }
        >
          <ToolList
            seals={seals}
            signature={signature}
            mayDraw={!ofEnterprise}
            tool={tool}
            onTool={setTool}
            onDraw={() => setDrawing(true)}
            onDrop={(one, x, y) => {
              const at = stage.current?.placeAt(x, y);
              if (at) add(one, at);
            }}
          />
          <ChosenPlace placing={placing} pages={document.pages.length} ofEnterprise={ofEnterprise} />
        </SigningSide>
      }
    >
      <HandDialog
        open={drawing}
        onClose={() => setDrawing(false)}
        onDrawn={(drawn) => {
          setSignature(drawn);
          setTool({ kind: 'drawing', drawing: drawn });
          setDrawing(false);
        }}
      />
      <Suspense fallback={null}>
        {confirming && (
          <QuickConfirmation
            group={group}
            shown={shown}
            onShown={setShown}
            places={places}
            what={what}
            onClose={() => setConfirming(false)}
            onDone={onDone}
          />
        )}
      </Suspense>
    </SigningFrame>
  );
}

interface FootProps {
  placing: Placing;
  document: QuickDocument;
  tool: Tool | undefined;
  nameOf: (tool: Tool) => string;
  /** The placed seals and signatures as text. */
  what: string;
  onFile: (index: number) => void;
  onSign: () => void;
}

/** The next step: place the tool, show the next file without a placement, or sign all. */
function Foot({ placing, document, tool, nameOf, what, onFile, onSign }: FootProps) {
  const { t } = useTranslation('quicksign');
  const { places, add, without, overlap } = placing;
  return (
    <>
      <Overlap placing={placing} nameOf={nameOf} />
      {tool && <PutButton name={nameOf(tool)} onClick={() => add(tool)} />}
      {without && without !== document && places.length > 0 ? (
        <Button
          kind="primary"
          size="large"
          wide
          iconAfter="arrow-right"
          onClick={() => onFile(without.fileIndex)}
        >
          {t('placing:toFile', { name: without.fileName })}
        </Button>
      ) : without ? (
        <Button kind="primary" size="large" wide icon="seal" disabled>
          {t('action.sign')}
        </Button>
      ) : (
        <SignButton what={what} disabled={overlap !== undefined} onClick={onSign} />
      )}
    </>
  );
}
