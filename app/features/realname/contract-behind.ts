import { useSearchParams } from '@remix-run/react';
import { companyPathFor } from '#core/realname/contract-way.ts';

/** The contract for whose sake somebody is verified, by the address of the page. */
export interface ContractBehind {
  taskId: string;
  /** Whether it waits for an enterprise, which is verified next. */
  forEnterprise: boolean;
  /** Where they go on once their name is verified. */
  next: string;
  /** The parameters that keep it in the address. */
  params: Record<string, string>;
}

/** Undefined where nobody came from a contract. */
export function useContractBehind(): ContractBehind | undefined {
  const [params] = useSearchParams();
  const taskId = params.get('planId');
  if (!taskId) return undefined;
  const forEnterprise = params.has('ent');
  return {
    taskId,
    forEnterprise,
    next: forEnterprise ? companyPathFor(taskId) : `/fileSign/fileSign?planId=${taskId}`,
    params: { planId: taskId, ...(forEnterprise ? { ent: '1' } : {}) },
  };
}
