import { useTranslation } from 'react-i18next';
import type * as Y from 'yjs';
import { z } from 'zod';
import { kindsOf, LARGEST_PLACE } from '#core/task/place-rules.ts';
import type { SigningKind } from '#core/task/plan.ts';
import { type ContentAnchor, type ContentSigner, contentAnchor } from '#core/template/content.ts';
import { putRow } from '#core/template/room.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const ORDERS = ['FIRST', 'ALL', 'LAST'] as const;
const SIDES = ['OVERLAP', 'RIGHT', 'BELOW'] as const;
const { kind, width, height, offsetX, offsetY } = contentAnchor.shape;
const shape = z
  .object({
    kind,
    width,
    height,
    offsetX,
    offsetY,
    by: z.enum(['MARK', 'KEYWORD', 'PAGE']),
    keyword: z.object({ text: z.string().trim().max(50), order: z.enum(ORDERS), place: z.enum(SIDES) }),
    page: z.number().int().min(1),
    toPage: z.number().int().min(0),
    x: z.number().min(0).max(500),
    y: z.number().min(0).max(500),
    rule: z.enum(['CONSECUTIVE', 'ALTERNATE']),
  })
  .superRefine((values, context) => {
    if (values.by === 'KEYWORD' && values.keyword.text === '')
      context.addIssue({ code: 'custom', path: ['keyword', 'text'], message: 'ui:rule.required' });
  });
type Values = z.output<typeof shape>;

/** Converts the form values to the `at` of a content anchor. */
const placeOf = ({ by, keyword, page, toPage, x, y, rule, kind: its }: Values): ContentAnchor['at'] => {
  if (by === 'KEYWORD') return { by, keyword };
  if (by === 'MARK') return { by };
  return { by, page, x, y, ...(its === 'CROSS_PAGE' ? { toPage, rule } : {}) };
};

interface Props {
  doc: Y.Doc;
  anchor: ContentAnchor;
  signer: ContentSigner | undefined;
  onClose: () => void;
}

/** Edits kind, size and offset of a place and how it is located: at its mark in the text, at a keyword, or on pages. */
export function AnchorDialog({ doc, anchor, signer, onClose }: Props) {
  const { t } = useTranslation(['templateEdit', 'wizard']);
  const { at } = anchor;
  return (
    <FormDialog
      title={t('anchor.editTitle')}
      initial={{
        keyword: { text: '', order: 'FIRST', place: 'RIGHT' },
        page: 1,
        toPage: 0,
        x: 0,
        y: 120,
        rule: 'CONSECUTIVE',
        ...anchor,
        ...at,
      }}
      rules={shape}
      submit={t('save')}
      save={async (values) => {
        const { kind: its, width: w, height: h, offsetX: right, offsetY: down } = values;
        putRow(doc, 'anchors', anchor.key, {
          kind: its,
          width: w,
          height: h,
          offsetX: right,
          offsetY: down,
          at: placeOf(values),
        });
      }}
      onClose={onClose}
    >
      {(form) => {
        const its = form.values.kind as SigningKind;
        const largest = LARGEST_PLACE[its];
        const by = form.values.by as ContentAnchor['at']['by'];
        const ways = its === 'CROSS_PAGE' ? (['PAGE'] as const) : (['MARK', 'KEYWORD'] as const);
        return (
          <>
            {at.by !== 'PAGE' && (
              <Select
                name="kind"
                label={t('anchor.kind')}
                required
                options={kindsOf(signer?.type ?? 'ENTERPRISE')
                  .filter((value) => value !== 'CROSS_PAGE')
                  .map((value) => ({ value, label: t(`wizard:kind.${value}`) }))}
              />
            )}
            <RadioGroup
              name="by"
              label={t('anchor.by')}
              required
              options={ways.map((value) => ({ value, label: t(`anchor.ways.${value}`) }))}
            />
            {by === 'KEYWORD' && <ByKeyword />}
            {by === 'PAGE' && <OnPages />}
            <NumberField
              name="width"
              label={t('anchor.width')}
              unit="mm"
              min={2}
              max={largest.width}
              decimals={1}
            />
            <NumberField
              name="height"
              label={t('anchor.height')}
              unit="mm"
              min={2}
              max={largest.height}
              decimals={1}
            />
            {by !== 'PAGE' && (
              <>
                <NumberField
                  name="offsetX"
                  label={t('anchor.right')}
                  unit="mm"
                  min={-500}
                  max={500}
                  decimals={1}
                />
                <NumberField
                  name="offsetY"
                  label={t('anchor.below')}
                  unit="mm"
                  min={-500}
                  max={500}
                  decimals={1}
                />
              </>
            )}
          </>
        );
      }}
    </FormDialog>
  );
}

/** Inputs of a place beside a keyword of the text. */
function ByKeyword() {
  const { t } = useTranslation('templateEdit');
  return (
    <>
      <TextField name="keyword.text" label={t('anchor.keyword')} required maxLength={50} />
      <Select
        name="keyword.order"
        label={t('anchor.order')}
        options={ORDERS.map((value) => ({ value, label: t(`anchor.orders.${value}`) }))}
      />
      <Select
        name="keyword.place"
        label={t('anchor.side')}
        options={SIDES.map((value) => ({ value, label: t(`anchor.sides.${value}`) }))}
      />
    </>
  );
}

/** Inputs of a cross-page seal: its pages and its height at their edges. */
function OnPages() {
  const { t } = useTranslation('templateEdit');
  return (
    <>
      <NumberField name="page" label={t('anchor.fromPage')} min={1} />
      <NumberField name="toPage" label={t('anchor.toPage')} hint={t('anchor.toPageHint')} min={0} />
      <NumberField name="y" label={t('anchor.down')} unit="mm" min={0} max={500} decimals={1} />
      <Select
        name="rule"
        label={t('anchor.rule')}
        options={(['CONSECUTIVE', 'ALTERNATE'] as const).map((value) => ({
          value,
          label: t(`anchor.rules.${value}`),
        }))}
      />
    </>
  );
}
