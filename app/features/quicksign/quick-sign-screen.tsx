import { useNavigate } from '@remix-run/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { getQuickFiles, signQuickFiles } from '#core/quicksign/calls.ts';
import { beginQuickUkey } from '#core/quicksign/ukey-calls.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import type { Consent } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { call } from '../../call.ts';
import { ChangedDialog } from '../../parts/consent/changed-dialog.tsx';
import { ConsentDialog, type Sending } from '../../parts/consent/consent-dialog.tsx';
import { HandDialog } from '../../parts/consent/hand-dialog.tsx';
import { queryOf, staleAfter } from '../../query.ts';
import { useSession } from '../../session/session-store.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { DocumentStage, type StageHandle } from '../../stage/document-stage.tsx';
import { freeSpot } from '../../stage/free-spot.ts';
import { keptOn } from '../../stage/on-page.ts';
import frame from '../../stage/signing.module.css';
import { usePageSource } from '../../stage/use-page-source.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ClippedWords } from '../../ui/clipped-words.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { errorText } from '../../wire/client-error.ts';
import { PlaceBox } from './place-box.tsx';
import {
  overlapOf,
  type Place,
  type Spread,
  seenOn,
  sizeOf,
  spreadsOf,
  type Tool,
  type UsableSeal,
  wireOf,
} from './places.ts';
import { QuickDone } from './quick-done.tsx';
import { QUICK_LIST, QuickFailure } from './quick-failure.tsx';
import { FileChoice } from './quick-preview.tsx';
import style from './quicksign.module.css';
import { ToolList } from './tool-list.tsx';
import { fetchQuickBytes, type QuickDetail, useQuickBytes, useQuickFiles } from './use-quick-files.ts';

/** The pages of a group, what is put on them, and one button that says what it will do. */
export function QuickSignScreen({ id }: { id: string }) {
  const { t } = useTranslation(['quicksign', 'sign', 'stage']);
  const navigate = useNavigate();
  const group = useQuickFiles(id);
  usePageTitle({ subject: group.data?.taskName });
  const seals = useQuery(queryOf(listUsableSeals, {}));
  const [done, setDone] = useState(false);
  // What is on the pages stays there when a later look at the server fails.
  for (const asked of [group, seals])
    if (asked.error && !asked.data)
      return <QuickFailure error={asked.error} onRetry={() => void asked.refetch()} />;
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

const newKey = () => crypto.randomUUID().replaceAll('-', '').slice(0, 20);

function OpenScreen({
  group,
  seals,
  onDone,
}: {
  group: QuickDetail;
  seals: UsableSeal[];
  onDone: () => void;
}) {
  const { t } = useTranslation(['quicksign', 'sign']);
  const client = useQueryClient();
  const ofEnterprise = useSession((s) => s.activeUser?.type === 'ent');
  const [fileIndex, setFileIndex] = useState(0);
  const document = group.documents[fileIndex]!;
  const file = useQuickBytes(group.id, document);
  const source = usePageSource(file.data, group.taskFileType, document.pages);
  const stage = useRef<StageHandle>(null);
  const [tool, setTool] = useState<Tool | undefined>(() => seals[0] && { kind: 'seal', seal: seals[0] });
  const [signature, setSignature] = useState<Drawing>();
  const [drawing, setDrawing] = useState(false);
  const [places, setPlaces] = useState<Place[]>([]);
  const [selectedId, setSelectedId] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  // What the signer was shown; only they say that they saw another state.
  const [shown, setShown] = useState(group);
  const [changed, setChanged] = useState<QuickDetail>();
  const seen = seenOf(shown.documents);

  const nameOf = (one: Tool) =>
    one.kind === 'seal' ? one.seal.name : t(one.kind === 'date' ? 'date' : 'signature');
  const selected = places.find((p) => p.placementId === selectedId && p.documentId === document.documentId);
  const put = (changed: Place) =>
    setPlaces((old) => old.map((p) => (p.placementId === changed.placementId ? changed : p)));
  const remove = (gone: Place) => setPlaces((old) => old.filter((p) => p.placementId !== gone.placementId));
  /** Puts it with its middle at the point, or in the middle of what is seen of the page. */
  const add = (one: Tool, at?: { page: number; x: number; y: number }) => {
    const middle = at ?? stage.current?.middle() ?? { page: 0, x: 0, y: 0 };
    const page = document.pages[middle.page]!;
    const size = sizeOf(one);
    const place: Place = {
      placementId: newKey(),
      documentId: document.documentId,
      tool: one,
      spread: 'ONE',
      page: middle.page + 1,
      x: middle.x - size.width / 2,
      y: middle.y - size.height / 2,
      ...size,
    };
    setPlaces((old) => {
      const here = old.filter((p) => p.documentId === document.documentId);
      const taken = here.map((p) => wireOf(p, document.pages.length));
      const { kind } = wireOf(place, document.pages.length);
      const { x, y } = freeSpot({ ...keptOn(page, place), kind }, taken, document.pages);
      return [...old, { ...place, x, y }];
    });
    setSelectedId(place.placementId);
  };
  const without = group.documents.find(
    (d) => !places.some((p) => p.documentId === d.documentId && p.tool.kind !== 'date'),
  );
  const overlap = overlapOf(places, group.documents);
  const names = [...new Set(places.filter((p) => p.tool.kind !== 'date').map((p) => nameOf(p.tool)))];
  const what = names.join(t('sign:and'));
  const signWords = t('sign:signWith', { what });
  const pagesOf = (p: Place) => group.documents.find((d) => d.documentId === p.documentId)!.pages.length;
  const placements = () => places.map((p) => wireOf(p, pagesOf(p)));
  const look = () =>
    client
      .fetchQuery({ ...queryOf(getQuickFiles, { id: group.id }), staleTime: 0 })
      .then(setChanged, (error: unknown) => toast({ tone: 'error', text: errorText(error, t) }));
  const finish = async () => {
    await client.invalidateQueries({ ...staleAfter(signQuickFiles), refetchType: 'none' });
    onDone();
  };
  const sign = async (consent: Consent, sending: Sending) => {
    await call(signQuickFiles, { id: group.id, seen, consent, placements: placements() }, { ...sending });
    await finish();
  };
  const ukey = {
    begin: (ukeySerial: string) =>
      call(beginQuickUkey, { id: group.id, seen, ukeySerial, placements: placements() }),
    onSigned: finish,
  };

  return (
    <div className={style.signing}>
      <header className={style.head}>
        <h1>{group.taskName}</h1>
        <span className={style.spacer} />
        <FileChoice documents={group.documents} fileIndex={fileIndex} onChange={setFileIndex} />
      </header>
      <div className={classes(frame.stage, style.tall)}>
        {file.error ? (
          <ErrorState error={file.error} onRetry={() => void file.refetch()} />
        ) : source.state === 'failed' ? (
          <ErrorState error={source.error} />
        ) : source.state !== 'open' ? (
          <LoadingState />
        ) : (
          <DocumentStage
            source={source.source}
            label={document.fileName}
            handle={stage}
            overlay={(index, pxPerMm) => (
              <>
                {tool && (
                  <button
                    type="button"
                    tabIndex={-1}
                    className={style.catch}
                    aria-label={t('catch', { what: nameOf(tool) })}
                    onClick={({ nativeEvent }) =>
                      add(tool, {
                        page: index,
                        x: nativeEvent.offsetX / pxPerMm,
                        y: nativeEvent.offsetY / pxPerMm,
                      })
                    }
                  />
                )}
                {places.map((p) => {
                  const seen = p.documentId === document.documentId ? seenOn(p, index, document.pages) : null;
                  return (
                    seen && (
                      <PlaceBox
                        key={p.placementId}
                        place={p}
                        seen={seen}
                        name={nameOf(p.tool)}
                        pxPerMm={pxPerMm}
                        selected={p === selected}
                        onSelect={() => setSelectedId(p.placementId)}
                        onMove={(dx, dy) =>
                          put(keptOn(document.pages[index]!, { ...p, x: p.x + dx, y: p.y + dy }))
                        }
                        onRemove={() => remove(p)}
                      />
                    )
                  );
                })}
              </>
            )}
          />
        )}
      </div>
      <aside className={frame.side} aria-label={t('tools')}>
        <div className={frame.scroll}>
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
          {selected && (
            <section>
              <h2>{t('placed')}</h2>
              {document.pages.length > 1 && selected.tool.kind !== 'date' && (
                <RadioGroup<Spread>
                  label={t('where')}
                  value={selected.spread}
                  onChange={(spread) => put({ ...selected, spread })}
                  options={spreadsOf(selected, ofEnterprise).map((value) => ({
                    value,
                    label: t(`spread.${value}`),
                  }))}
                  column
                />
              )}
              <Button icon="trash" size="small" onClick={() => remove(selected)}>
                {t('remove')}
              </Button>
            </section>
          )}
        </div>
        <div className={frame.foot}>
          {overlap && (
            <Notice tone="warning">
              {t('overlap', {
                file: overlap.fileName,
                page: overlap.page,
                one: nameOf(overlap.a.tool),
                other: nameOf(overlap.b.tool),
              })}
            </Notice>
          )}
          {tool && (
            <Button
              wide
              title={t('put', { what: nameOf(tool) })}
              aria-label={t('put', { what: nameOf(tool) })}
              onClick={() => add(tool)}
            >
              <ClippedWords words={t('put', { what: nameOf(tool) })} part={nameOf(tool)} />
            </Button>
          )}
          {without && without !== document && places.length > 0 ? (
            <Button
              kind="primary"
              size="large"
              wide
              iconAfter="arrow-right"
              onClick={() => setFileIndex(without.fileIndex)}
            >
              {t('toFile', { name: without.fileName })}
            </Button>
          ) : (
            <Button
              kind="primary"
              size="large"
              wide
              icon="seal"
              disabled={without !== undefined || overlap !== undefined}
              {...(without ? {} : { title: signWords, 'aria-label': signWords })}
              onClick={() => setConfirming(true)}
            >
              {without ? t('action.sign') : <ClippedWords words={signWords} part={what} />}
            </Button>
          )}
        </div>
      </aside>
      <HandDialog
        open={drawing}
        onClose={() => setDrawing(false)}
        onDrawn={(drawn) => {
          setSignature(drawn);
          setTool({ kind: 'drawing', drawing: drawn });
          setDrawing(false);
        }}
      />
      <ConsentDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        summary={[
          [t('field.taskName'), group.taskName],
          [t('sign:summary.files'), group.documents.map((d) => d.fileName).join(', ')],
          [t('sign:summary.with'), what],
        ]}
        subject={{ kind: 'QUICK', id: group.id }}
        seen={seen}
        onRevisionChanged={look}
        onSign={sign}
        ukey={ukey}
        ukeyOnly={places.some(({ tool: one }) => one.kind === 'seal' && one.seal.onUkey)}
      />
      {changed && (
        <ChangedDialog
          open
          onClose={() => {
            setChanged(undefined);
            setConfirming(false);
          }}
          onSeen={() => {
            setShown(changed);
            setChanged(undefined);
          }}
          signers={[]}
          documents={changed.documents
            .filter((d) => !seen.some((one) => one.sha256 === d.sha256))
            .map(({ documentId, fileName, pages }) => ({
              documentId,
              fileName,
              format: group.taskFileType,
              sizes: pages,
              pages: pages.map((_, i) => i + 1),
            }))}
          fetchBytes={(documentId) =>
            fetchQuickBytes(group.id, changed.documents.find((d) => d.documentId === documentId)!.fileIndex)
          }
        />
      )}
    </div>
  );
}
