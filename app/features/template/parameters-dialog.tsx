import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainFileName } from '#core/file-name.ts';
import { saveFields, saveRole } from '#core/template/calls.ts';
import { mayDoWith } from '#core/template/record.ts';
import type { TemplateRow } from '#core/template/record-calls.ts';
import { lastPosition, putRow } from '#core/template/room.ts';
import { readTemplate } from '#core/template/version-calls.ts';
import { PARAMETERS_BYTES } from '#core/template/xml/parameters.ts';
import { readParameters } from '#core/template/xml/read-parameters.ts';
import { resolveParameters } from '#core/template/xml/resolve-parameters.ts';
import { writeParameters } from '#core/template/xml/write-parameters.ts';
import { call, saveFile } from '../../call.ts';
import { newKey } from '../../parts/room/new-key.ts';
import { ParameterProblems } from '../../parts/template-form/parameter-problems.tsx';
import { queryOf, useRefresh } from '../../query.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useOwnRoom } from './room/use-own-room.ts';
import type { UsedTemplate } from './room/use-template-room.ts';
import style from './template.module.css';

type Props = { row: TemplateRow; onClose: () => void };
type ReadResult = ReturnType<typeof readParameters>;
const RULES = { types: ['.xml'], maxBytes: PARAMETERS_BYTES, maxFiles: 1 };

/** Exports a template's draft to a parameter file and imports one into the draft ([5.1c], [5.11q]). */
export default function ParametersDialog({ row, onClose }: Props) {
  const { t } = useTranslation('template');
  const used = useOwnRoom(row.id);
  const template = useQuery(queryOf(readTemplate, { id: row.id }));
  const [read, setRead] = useState<ReadResult>();
  return (
    <Dialog open onClose={onClose} width="wide" title={t('xml.title', { name: row.templateName })}>
      {template.error && !template.data ? (
        <ErrorState error={template.error} onRetry={() => void template.refetch()} />
      ) : !used?.status.connected || !template.data ? (
        <LoadingState />
      ) : (
        <>
          <p className={style.soft}>{t('xml.about')}</p>
          <div>
            <Button icon="download" onClick={() => exportFile(used, row.templateName)}>
              {t('xml.export')}
            </Button>
          </div>
          {mayDoWith(row.access).edit && (
            <FileUpload
              readsOnly
              label={t('xml.import')}
              hint={t('xml.importHint')}
              rules={RULES}
              upload={async (file) => readParameters(new Uint8Array(await file.arrayBuffer()))}
              onDone={(item) => setRead(item.result)}
              onRemove={() => setRead(undefined)}
            />
          )}
          {read &&
            (read.problems.length > 0 ? (
              <ParameterProblems problems={read.problems} />
            ) : (
              <Import
                parameters={read.parameters}
                used={used}
                known={template.data}
                isOwner={row.access === 'OWNER'}
                onClose={onClose}
              />
            ))}
        </>
      )}
    </Dialog>
  );
}

function exportFile({ parts }: UsedTemplate, name: string): void {
  const blob = new Blob([writeParameters(parts)], { type: 'application/xml' });
  saveFile({ name: `${plainFileName(name)}.xml`, blob });
}

type ImportProps = {
  parameters: ReadResult['parameters'];
  used: UsedTemplate;
  known: Parameters<typeof resolveParameters>[2];
  isOwner: boolean;
  onClose: () => void;
};

/** Previews what a file would change, lists its unknown names, and can add those to the enterprise's lists first. */
function Import({ parameters, used, known, isOwner, onClose }: ImportProps) {
  const { t } = useTranslation('template');
  const refresh = useRefresh();
  const [mayRoles, mayFields] = [useMay('front_templateRole_add'), useMay('front_templateField_add')];
  const [resolved] = useState(() => resolveParameters(parameters, used.parts, known, newKey));
  const { changes, unknownRoles, unknownFields } = resolved;
  const mayAdd = isOwner && mayRoles && mayFields && unknownRoles.length + unknownFields.length > 0;
  const [adds, setAdds] = useState(true);
  const run = useMutation({
    mutationFn: async () => {
      const ids = mayAdd && adds ? await addParts(unknownRoles, unknownFields, t('xml.note')) : new Map();
      const { doc } = used.open;
      doc.transact(() => {
        for (const { list, key, isNew, facts } of changes) {
          const partId = 'name' in facts ? ids.get(`${list} ${facts.name}`) : undefined;
          putRow(doc, list, key, {
            ...facts,
            ...(partId ? { partId } : {}),
            ...(isNew ? { position: lastPosition(doc, list) } : {}),
          });
        }
      });
    },
    onSuccess: () => {
      toast({ tone: 'success', text: t('xml.imported', { count: changes.length }) });
      onClose();
    },
    onSettled: () => refresh(saveRole, saveFields),
  });
  const added = changes.filter(({ isNew }) => isNew).length;
  const unknown = [...unknownRoles, ...unknownFields].map(({ name }) => name);
  return (
    <>
      <p>{t('xml.changes', { added, changed: changes.length - added })}</p>
      {unknown.length > 0 && (
        <Notice>
          <strong>{t('xml.unknown')}</strong>
          <p>{unknown.join(t('comma'))}</p>
        </Notice>
      )}
      {mayAdd && (
        <Checkbox value={adds} onChange={setAdds}>
          {t('xml.add')}
        </Checkbox>
      )}
      <div>
        <Button kind="primary" pending={run.isPending} onClick={() => run.mutate()}>
          {t('xml.run')}
        </Button>
      </div>
    </>
  );
}

/** Adds roles and fields to the enterprise's lists. Returns their ids by list and name. */
async function addParts(
  roles: ReadResult['parameters']['signers'],
  fields: ReadResult['parameters']['fields'],
  note: string,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { name, type } of roles) {
    const { id } = await call(saveRole, { roleName: name, roleType: type, note });
    ids.set(`signers ${name}`, id);
  }
  for (let from = 0; from < fields.length; from += 20) {
    const some = fields.slice(from, from + 20);
    const answer = await call(saveFields, {
      fieldList: some.map(({ name, length, types }) => ({
        fieldName: name,
        fieldLength: length,
        fieldType: types.join(','),
      })),
    });
    some.forEach(({ name }, i) => {
      ids.set(`fields ${name}`, answer.ids[i]!);
    });
  }
  return ids;
}
