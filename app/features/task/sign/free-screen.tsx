import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { placeOwn } from '#core/task/calls.ts';
import { isRequested, sealFits } from '#core/task/place-rules.ts';
import { typeOfSigner } from '#core/task/plan-wire.ts';
import { call } from '../../../call.ts';
import { HandDialog } from '../../../parts/consent/hand-dialog.tsx';
import { ChosenPlace, Overlap, PlaceLayer, PutButton } from '../../../parts/placing/place-layer.tsx';
import { kindOf, type Place, type SignaturePlace, type Tool, wireOf } from '../../../parts/placing/places.ts';
import { ToolList } from '../../../parts/placing/tool-list.tsx';
import { type Placing, usePlaces } from '../../../parts/placing/use-places.ts';
import { SigningFrame } from '../../../parts/signing/signing-frame.tsx';
import { SignButton, SigningSide } from '../../../parts/signing/signing-side.tsx';
import type { StageHandle } from '../../../stage/document-stage.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import { Attachments } from '../attachments/attachment-list.tsx';
import type { Filling, Fillings, UsableSeal } from './fillings.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { type FirstSealDialog, useSealMaking } from './seal-making.tsx';
import { SealUseNotice } from './seal-use-notice.tsx';
import { SignConfirmation } from './sign-confirmation.tsx';
import { useFields } from './use-fields.ts';
import type { SealUse } from './use-seal-uses.ts';
import {
  type SignAnswer,
  type TaskDetail,
  type TaskPlacement,
  taskQuery,
  useRevisionBytes,
} from './use-task.ts';
import { useWaysOut } from './use-ways-out.ts';

const AskSealDialog = lazy(async () => ({ default: (await import('./ask-seal-dialog.tsx')).AskSealDialog }));

/** Always empty: files with fields for signers require specified positions. */
const NO_FIELDS: readonly TaskPlacement[] = [];

interface Props {
  task: TaskDetail;
  seals: readonly UsableSeal[];
  needs: (sealId: string) => boolean;
  /** An earlier, finished request to use seals. */
  use: SealUse | null;
  firstSeal: FirstSealDialog | undefined;
  onDone: (answer: SignAnswer) => void;
}

/**
 * [5.11j] The signing page on which signers place their own seals by click, without covering those of others. The
 * placements are saved when the signer finishes placing; signing then works as usual.
 */
export function FreeScreen({ task, seals, needs, use, firstSeal, onDone }: Props) {
  const { t } = useTranslation(['sign', 'placing']);
  const { leave, afterRefusal } = useWaysOut();
  const mine = task.signerList.find((s) => s.mine && s.status === 'SIGNING')!;
  const ofEnterprise = typeOfSigner(mine) === 'ENTERPRISE';
  const [fileIndex, setFileIndex] = useState(0);
  const document = task.documents[fileIndex]!;
  const file = useRevisionBytes(task.planId, document);
  const stage = useRef<StageHandle>(null);
  const usable = seals.filter((one) => fits(one, mine.sealKind, ofEnterprise));
  const first: Tool | undefined = usable[0] && { kind: 'seal', seal: usable[0] };
  const [chosen, setTool] = useState<Tool>();
  // One that is made meanwhile is ready to be placed.
  const tool = chosen ?? first;
  const making = useSealMaking(ofEnterprise && usable.length === 0, mine.sealKind, firstSeal);
  const [signature, setSignature] = useState<Drawing>();
  const [drawing, setDrawing] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  // What the signer was shown; only they say that they saw another state.
  const [shown, setShown] = useState(task);
  const signed = useMemo(() => signedIn(task), [task]);
  const placing = usePlaces(task.documents, document, stage, signed);
  const fields = useFields(NO_FIELDS, task.documents);
  const nameOf = (one: Tool) =>
    one.kind === 'seal' ? one.seal.name : t(one.kind === 'date' ? 'placing:date' : 'placing:signature');
  const put = placing.places.filter((p) => p.tool.kind !== 'date');
  const what = [...new Set(put.map((p) => nameOf(p.tool)))].join(t('and'));
  const mustAsk = put.some(({ tool: one }) => one.kind === 'seal' && needs(one.seal.sealId));
  const { keep, keeping, kept, forget } = useKeeping(task, placing.places);
  const act = kept && { task, shown, fillings: kept, fields };

  return (
    <SigningFrame
      before={<IconButton icon="arrow-left" label={t('back')} onClick={leave} />}
      title={task.taskName}
      about={t('from', { initiator: task.initiator, number: task.number })}
      actions={
        <Button kind="quiet" onClick={() => setRejecting(true)}>
          {t('reject')}
        </Button>
      }
      documents={task.documents}
      document={document}
      chooseLabel={t('document')}
      onChoose={setFileIndex}
      format={task.taskFileType}
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
              fileIndex={fileIndex}
              tool={tool}
              nameOf={nameOf}
              what={what}
              pending={keeping}
              onFile={setFileIndex}
              onSign={keep}
              onAsk={mustAsk ? keep : undefined}
              onMake={making.onMake}
            />
          }
        >
          {use && <SealUseNotice use={use} />}
          <Notice tone="info">{t('placing:free')}</Notice>
          <SealKindNotice sealKind={mine.sealKind} why={making.why} />
          <Attachments task={task} />
          <ToolList
            seals={usable}
            signature={signature}
            mayDraw={!ofEnterprise}
            tool={tool}
            onTool={setTool}
            onDraw={() => setDrawing(true)}
            onDrop={(one, x, y) => {
              const at = stage.current?.placeAt(x, y);
              if (at) placing.add(one, at);
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
        {act && mustAsk && <AskSealDialog {...act} seals={what} onClose={forget} />}
        {act && !mustAsk && (
          <SignConfirmation
            {...act}
            onShown={setShown}
            mine={mine}
            what={what}
            onClose={forget}
            onDone={onDone}
          />
        )}
        {making.dialog}
        {rejecting && (
          <RejectDialog open onClose={() => setRejecting(false)} task={task} onDone={afterRefusal} />
        )}
      </Suspense>
    </SigningFrame>
  );
}

/** Whether a seal may be placed freely by this signer. */
const fits = (
  one: UsableSeal,
  sealKind: TaskDetail['signerList'][number]['sealKind'],
  ofEnterprise: boolean,
): boolean =>
  one.category !== 'DATE' &&
  isRequested(one.category, sealKind) &&
  sealFits(kindOf({ kind: 'seal', seal: one }), one.category, ofEnterprise);

/** Why no seal can be placed, or else the kind that the sender asks the enterprise for. */
function SealKindNotice({
  sealKind,
  why,
}: {
  sealKind: TaskDetail['signerList'][number]['sealKind'];
  why: string | undefined;
}) {
  const { t } = useTranslation(['sign', 'seal']);
  if (why) return <Notice tone="warning">{why}</Notice>;
  if (sealKind === '') return null;
  return <Notice>{t('sealOfKind', { kind: t(`seal:category.${sealKind}`) })}</Notice>;
}

/** The placements signed by others, with their names. */
function signedIn({ signerList, placements }: TaskDetail): SignaturePlace[] {
  const others = new Map(
    signerList.filter((s) => s.status === 'SIGNED').map((s) => [s.signerId, s.entName || s.userName]),
  );
  return placements.flatMap((place) => {
    const name = others.get(place.signerId);
    return name === undefined ? [] : [{ ...place, name }];
  });
}

/**
 * Saves the placements with the task, so that they can be signed or approved; `kept` maps them to the task's
 * placements.
 */
function useKeeping({ planId: taskId, documents }: TaskDetail, places: readonly Place[]) {
  const { t } = useTranslation('sign');
  const queries = useQueryClient();
  const [keeping, setKeeping] = useState(false);
  const [fillings, setFillings] = useState<Fillings>();
  const keep = async () => {
    setKeeping(true);
    try {
      const pagesOf = (id: string) => documents.find(({ documentId }) => documentId === id)!.pages.length;
      const { placementIds } = await call(placeOwn, {
        planId: taskId,
        places: places.map((place) => {
          const { sealId: _, drawing: __, ...box } = wireOf(place, pagesOf(place.documentId));
          return box;
        }),
      });
      await queries.fetchQuery({ ...taskQuery(taskId), staleTime: 0 });
      setFillings(
        new Map(
          places.flatMap(({ tool }, i): [string, Filling][] =>
            tool.kind === 'date' ? [] : [[placementIds[i]!, tool]],
          ),
        ),
      );
    } catch (error) {
      toast({ tone: 'error', text: errorText(error, t) });
    } finally {
      setKeeping(false);
    }
  };
  return { keep: () => void keep(), keeping, kept: fillings, forget: () => setFillings(undefined) };
}

interface FootProps {
  placing: Placing;
  fileIndex: number;
  tool: Tool | undefined;
  nameOf: (tool: Tool) => string;
  what: string;
  pending: boolean;
  onFile: (index: number) => void;
  onSign: () => void;
  /** Where a seal must be asked for before it is used. */
  onAsk: (() => void) | undefined;
  /** Makes the first seal, where there is none. */
  onMake: (() => void) | undefined;
}

/** The next step: place the tool, show the next file without a placement, or sign all. */
function Foot({ placing, fileIndex, tool, nameOf, what, pending, onFile, onSign, onAsk, onMake }: FootProps) {
  const { t } = useTranslation(['sign', 'placing']);
  const { places, add, without, overlap } = placing;
  if (onMake)
    return (
      <Button kind="primary" size="large" wide icon="seal" onClick={onMake}>
        {t('makeSeal')}
      </Button>
    );
  const next = without && without.fileIndex !== fileIndex && places.length > 0 ? without : undefined;
  return (
    <>
      <Overlap placing={placing} nameOf={nameOf} />
      {tool && <PutButton name={nameOf(tool)} onClick={() => add(tool)} />}
      {next ? (
        <Button
          kind="primary"
          size="large"
          wide
          iconAfter="arrow-right"
          onClick={() => onFile(next.fileIndex)}
        >
          {t('placing:toFile', { name: next.fileName })}
        </Button>
      ) : onAsk && !without ? (
        <Button
          kind="primary"
          size="large"
          wide
          pending={pending}
          disabled={overlap !== undefined}
          onClick={onAsk}
        >
          {t('sealUse.askFor', { what })}
        </Button>
      ) : (
        <SignButton
          what={what}
          disabled={without !== undefined || overlap !== undefined || pending}
          onClick={onSign}
        />
      )}
    </>
  );
}
