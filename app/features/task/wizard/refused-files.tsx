import { useTranslation } from 'react-i18next';
import { activeText, canBeCleaned } from '../../../parts/active/active-content.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { errorText } from '../../../wire/client-error.ts';

export interface RefusedFile {
  file: File;
  problem: unknown;
}

/** Rejected files, each with the reason and, if possible, a button to add it without its forbidden content. */
export function RefusedFiles({
  refused,
  pending,
  onClean,
}: {
  refused: readonly RefusedFile[];
  pending: boolean;
  /** Adds a file without its active content. */
  onClean?: (file: File) => void;
}) {
  const { t } = useTranslation('wizard');
  return refused.map(({ file, problem }) => (
    <Notice
      key={file.name}
      tone="error"
      actions={
        onClean &&
        canBeCleaned(problem) && (
          <Button size="small" pending={pending} onClick={() => onClean(file)}>
            {t('ui:active.remove')}
          </Button>
        )
      }
    >
      {file.name}: {activeText(problem, t) ?? errorText(problem, t)}
    </Notice>
  ));
}
