import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { diffContent } from '#core/template/diff-content.ts';
import { readVersion } from '#core/template/version-calls.ts';
import { ContentDifference } from '../../parts/template-form/content-difference.tsx';
import { queryOf } from '../../query.ts';
import { ErrorState, LoadingState } from '../../ui/state.tsx';

const FOR_EVER = { staleTime: Number.POSITIVE_INFINITY };

/** Shows the differences between two versions: text lines, fields, signers, placements and page setup. */
export function Difference({ before, after }: { before: string; after: string }) {
  const [old, now] = [
    useQuery({ ...queryOf(readVersion, { versionId: before }), ...FOR_EVER }),
    useQuery({ ...queryOf(readVersion, { versionId: after }), ...FOR_EVER }),
  ];
  const [from, to] = [old.data?.content, now.data?.content];
  const difference = useMemo(() => from && to && diffContent(from, to), [from, to]);
  const error = old.error ?? now.error;
  if (error && !difference)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void old.refetch();
          void now.refetch();
        }}
      />
    );
  if (!difference) return <LoadingState />;
  return <ContentDifference difference={difference} />;
}
