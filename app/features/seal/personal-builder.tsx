import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { createSeal, getBuilderFacts, sealName } from '#core/seal/calls.ts';
import type { DrawnSealPicture } from '#core/seal/draw-picture.ts';
import { sealPicture } from '#core/seal/picture.ts';
import type { PERSON_CATEGORIES } from '#core/seal/states.ts';
import { DATE_FORMATS, formatDay } from '#core/sealart/date-seal.ts';
import { SEAL_FONTS } from '#core/sealart/glyph-source.ts';
import type { InkStroke } from '#core/sealart/handwriting.ts';
import {
  NAME_SEAL_COLOURS,
  NAME_SEAL_LENGTH,
  NAME_SEAL_SIZES,
  NAME_SUFFIXES,
} from '#core/sealart/name-seal.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DrawingView } from '../../ui/drawing-view.tsx';
import { Form, type FormState } from '../../ui/form.tsx';
import { HandBoard } from '../../ui/hand-board.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { LoadingState } from '../../ui/state.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ProblemNote } from './problem-note.tsx';
import style from './seal.module.css';
import type { SaveSeal } from './seal-values.ts';
import { UploadForm } from './upload-form.tsx';
import { useDrawing } from './use-drawing.ts';

const TABS = [
  'HANDWRITTEN',
  'PERSONAL',
  'DATE',
] as const satisfies readonly (typeof PERSON_CATEGORIES)[number][];
type Category = (typeof TABS)[number];
/** The upload is a tab beside the kinds: it creates handwriting or a personal seal. */
const WAYS = [...TABS, 'UPLOAD'] as const;

const rules = z.object({ stampName: sealName, picture: sealPicture });

/** Creates a personal seal: handwriting on a board, a name seal, or a date seal ([3.5a]). */
export function PersonalBuilder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const [category, setCategory] = useState<(typeof WAYS)[number]>('HANDWRITTEN');
  const facts = useQuery(queryOf(getBuilderFacts, {}));
  const upload: SaveSeal = async (stampName, stampCategory, picture) => {
    const kind = stampCategory === 'PERSONAL' ? 'PERSONAL' : 'HANDWRITTEN';
    await call(createSeal, { stampName, stampCategory: kind, picture });
    await refresh(createSeal);
    toast({ tone: 'success', text: t('done.create', { name: stampName }) });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t('mine.create')} width={category === 'UPLOAD' ? 'full' : 'wide'}>
      {facts.data ? (
        <Tabs
          label={t('field.category')}
          items={WAYS.map((id) => ({
            id,
            label: id === 'UPLOAD' ? t('method.UPLOAD') : t(`category.${id}`),
          }))}
          selected={category}
          onSelect={setCategory}
        >
          {category === 'UPLOAD' ? (
            <UploadForm
              stampName={t('category.HANDWRITTEN')}
              stampCategory="HANDWRITTEN"
              categories={['HANDWRITTEN', 'PERSONAL']}
              fixedCategory={false}
              start={{ shape: 'RECTANGLE', widthMm: 36.5, heightMm: 19 }}
              onSave={upload}
              onCancel={onClose}
            />
          ) : (
            <OneKind key={category} category={category} ownerName={facts.data.ownerName} onClose={onClose} />
          )}
        </Tabs>
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}

function initialPicture(category: Category, ownerName: string): DrawnSealPicture {
  switch (category) {
    case 'HANDWRITTEN':
      return { kind: 'HANDWRITING', strokes: [] };
    case 'PERSONAL':
      return {
        kind: 'NAME',
        name: {
          name: Array.from(ownerName).slice(0, NAME_SEAL_LENGTH).join(''),
          suffix: NAME_SUFFIXES[1],
          size: '20x20',
          font: 'KAI',
          colour: NAME_SEAL_COLOURS[0],
          opacity: 1,
          framed: true,
        },
      };
    case 'DATE':
      return {
        kind: 'DATE',
        date: { format: 'YMD_DIGITS', font: 'SONG', sizeMm: 5, colour: '#1a1a1a', framed: false },
      };
  }
}

type KindProps = { category: Category; ownerName: string; onClose: () => void };

function OneKind({ category, ownerName, onClose }: KindProps) {
  const { t } = useTranslation('seal');
  const refresh = useRefresh();
  const save = async ({ stampName, picture }: z.output<typeof rules>) => {
    await call(createSeal, { stampName, stampCategory: category, picture });
    await refresh(createSeal);
    toast({ tone: 'success', text: t('done.create', { name: stampName }) });
    onClose();
  };
  const initial = { stampName: t(`category.${category}`), picture: initialPicture(category, ownerName) };
  return (
    <Form initial={initial} rules={rules} onSubmit={save} label={t('mine.create')} wide>
      {(form) => (
        <>
          <TextField name="stampName" label={t('field.name')} required maxLength={50} />
          {category === 'HANDWRITTEN' && (
            <HandBoard
              onChange={(strokes: InkStroke[]) => form.setValue('picture', { kind: 'HANDWRITING', strokes })}
            />
          )}
          {category === 'PERSONAL' && <NameFields form={form} />}
          {category === 'DATE' && <DateFields form={form} />}
          <Preview form={form} />
          <div className={style.foot}>
            <Button onClick={onClose}>{t('ui:cancel')}</Button>
            <Button type="submit" kind="primary" pending={form.submitting} disabled={isEmptyBoard(form)}>
              {t('builder.save')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

const pictureOf = (form: FormState) => form.values.picture as DrawnSealPicture;
const isEmptyBoard = (form: FormState): boolean => {
  const picture = pictureOf(form);
  return picture.kind === 'HANDWRITING' && picture.strokes.length === 0;
};

function Preview({ form }: { form: FormState }) {
  const { t } = useTranslation('seal');
  const raw = form.values.picture;
  const picture = useMemo(() => {
    const parsed = sealPicture.safeParse(raw);
    return parsed.success && parsed.data.kind !== 'UPLOAD' ? parsed.data : null;
  }, [raw]);
  const { drawing, problem, failed } = useDrawing(picture);
  return (
    <div className={style.paper} data-stale={picture === null || undefined}>
      {drawing ? (
        <DrawingView drawing={drawing} label={t('builder.preview')} scale={96 / 25.4} />
      ) : (
        <span className={style.about}>{t('board.empty')}</span>
      )}
      <ProblemNote problem={picture ? problem : null} failed={failed} />
    </div>
  );
}

function NameFields({ form }: { form: FormState }) {
  const { t } = useTranslation('seal');
  const picture = pictureOf(form);
  const colour = picture.kind === 'NAME' ? picture.name.colour : NAME_SEAL_COLOURS[0];
  return (
    <>
      <div className={style.grid}>
        <TextField
          name="picture.name.name"
          label={t('part.name')}
          required
          maxLength={2 * NAME_SEAL_LENGTH}
        />
        <Select
          label={t('part.suffix')}
          value={(picture.kind === 'NAME' && picture.name.suffix) || 'NONE'}
          onChange={(suffix) => form.setValue('picture.name.suffix', suffix === 'NONE' ? '' : suffix)}
          options={NAME_SUFFIXES.map((value) => ({
            value: value || 'NONE',
            label: value || t('part.noSuffix'),
          }))}
        />
        <Select
          name="picture.name.size"
          label={t('field.size')}
          options={NAME_SEAL_SIZES.map((value) => ({ value, label: `${value.replace('x', ' × ')} mm` }))}
        />
        <FontSelect name="picture.name.font" />
        <Select
          label={t('part.colour')}
          value={colour}
          onChange={(value) => form.setValue('picture.name.colour', value)}
          options={NAME_SEAL_COLOURS.map((value) => ({ value, label: t(`inkColour.${value.slice(1)}`) }))}
        />
        <NumberField
          name="picture.name.opacity"
          label={t('part.opacity')}
          min={0.2}
          max={1}
          step={0.1}
          decimals={1}
        />
      </div>
      <Switch name="picture.name.framed" label={t('part.framed')} />
    </>
  );
}

const TODAY = new Date();
const EXAMPLE_DAY = { year: TODAY.getFullYear(), month: TODAY.getMonth() + 1, day: TODAY.getDate() };

function DateFields({ form }: { form: FormState }) {
  const { t } = useTranslation('seal');
  const picture = pictureOf(form);
  return (
    <>
      <p className={style.about}>{t('mine.dateAbout')}</p>
      <div className={style.grid}>
        <Select
          name="picture.date.format"
          label={t('part.dateFormat')}
          options={DATE_FORMATS.map((value) => ({ value, label: formatDay(EXAMPLE_DAY, value) }))}
        />
        <FontSelect name="picture.date.font" />
        <NumberField
          name="picture.date.sizeMm"
          label={t('part.size')}
          unit="mm"
          min={2}
          max={12}
          step={0.1}
          decimals={1}
        />
        <label className={style.colour}>
          <span>{t('part.colour')}</span>
          <input
            type="color"
            value={picture.kind === 'DATE' ? picture.date.colour : '#1a1a1a'}
            onChange={(event) => form.setValue('picture.date.colour', event.target.value)}
          />
        </label>
      </div>
      <Switch name="picture.date.framed" label={t('part.framed')} />
    </>
  );
}

function FontSelect({ name }: { name: string }) {
  const { t } = useTranslation('seal');
  return (
    <Select
      name={name}
      label={t('part.font')}
      options={SEAL_FONTS.map((value) => ({ value, label: t(`choice.font.${value}`) }))}
    />
  );
}
