import type { Editor } from '@tiptap/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { type ReadPicture, readPicture } from '../../../parts/picture/read-picture.ts';
import { keepFile } from '../../../parts/room/file-box.ts';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { insertBlock } from './commands.ts';
import style from './editor.module.css';

const ALIGNS = ['left', 'centre', 'right'] as const;
const form = z.object({
  width: z.number().min(1).max(400),
  alt: z.string().trim().max(200),
  align: z.enum(ALIGNS),
});
/** Pixels per mm at 150 dpi; and the maximum initial width of a picture, mm. */
const PX_PER_MM = 150 / 25.4;
const WIDEST = 150;

interface Props {
  editor: Editor;
  onClose: () => void;
}

/** Inserts a PNG or JPEG with an alternative text. */
export function PictureDialog({ editor, onClose }: Props) {
  const { t } = useTranslation('templateEdit');
  const [picture, setPicture] = useState<ReadPicture>();
  const [wrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <FormDialog
      title={t('picture.title')}
      initial={{ width: 60, alt: '', align: 'centre' }}
      rules={form}
      submit={t('insert')}
      save={async (values) => {
        if (!picture) {
          setWrong(true);
          return false;
        }
        // The picture stays on the device until it is uploaded (use-unsent-pictures.ts), so nothing waits for the
        // network.
        await keepFile(picture.file, picture.bytes);
        const height = Math.min(400, Math.max(1, (values.width * picture.height) / picture.width));
        insertBlock((state) =>
          state.schema.nodes.picture!.create({
            ...values,
            file: picture.file,
            height: Math.round(height * 10) / 10,
          }),
        )(editor.state, editor.view.dispatch, editor.view);
        return true;
      }}
      onClose={onClose}
    >
      {({ setValue }) => (
        <>
          <div>
            <Button icon="upload" onClick={() => input.current?.click()}>
              {t(picture ? 'picture.other' : 'picture.choose')}
            </Button>
            <input
              ref={input}
              type="file"
              accept=".png,.jpg,.jpeg"
              hidden
              aria-label={t('picture.choose')}
              onChange={async (event) => {
                const [file] = event.target.files ?? [];
                event.target.value = '';
                if (!file) return;
                const read = await readPicture(file).catch(() => undefined);
                setPicture(read);
                setWrong(!read);
                if (read)
                  setValue('width', Math.min(WIDEST, Math.max(1, Math.round(read.width / PX_PER_MM))));
              }}
            />
            <p className={wrong ? style.wrong : style.about} role={wrong ? 'alert' : undefined}>
              {picture
                ? t('picture.pixels', { width: picture.width, height: picture.height })
                : t('picture.kinds')}
            </p>
          </div>
          <NumberField name="width" label={t('picture.width')} unit="mm" min={1} max={400} decimals={1} />
          <TextField name="alt" label={t('picture.alt')} hint={t('picture.altHint')} maxLength={200} />
          <Select
            name="align"
            label={t('picture.align')}
            options={ALIGNS.map((value) => ({ value, label: t(`tool.align-${value}`) }))}
          />
        </>
      )}
    </FormDialog>
  );
}
