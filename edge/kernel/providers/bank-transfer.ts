import { AppError } from '#core/errors.ts';
import { messageText } from '#core/locales/message-text.ts';
import { maskAccount } from '#core/realname/mask.ts';
import type { Context } from '#edge/kernel/context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { deliver, postToGateway } from './deliver.ts';

export interface Transfer {
  /** Idempotency key: one transfer per id. */
  id: string;
  accountName: string;
  accountNumber: string;
  bankName: string;
  /** Amount in fen, 1 to 99. */
  fen: number;
}

/** Transfers a small amount to an enterprise's account. Throws UNAVAILABLE if the bank did not accept it. */
export interface BankTransferProvider {
  send(transfer: Transfer): Promise<void>;
}

const yuan = (fen: number): string => `0.${String(fen).padStart(2, '0')}`;

/**
 * The service at BANK_URL where one is set: POST { id, accountName, accountNumber, bankName, amount: "0.37",
 * currency: "CNY" } as JSON with `Authorization: Bearer BANK_KEY` and `Idempotency-Key`; any 2xx answer means taken.
 * Else the simulator: a message of /sim to the number of the account. Mode `pro` refuses it.
 */
export function openBankTransfer(context: Context): BankTransferProvider {
  const { BANK_URL: url, BANK_KEY: key } = context.env;
  return {
    async send(transfer) {
      const { id, accountName, accountNumber, bankName, fen } = transfer;
      const body = { id, accountName, accountNumber, bankName, amount: yuan(fen), currency: 'CNY' };
      try {
        if (url) await postToGateway(url, key, id, body);
        else await simulate(context, transfer);
      } catch (error) {
        noteFault('bank transfer', error);
        throw new AppError('UNAVAILABLE');
      }
    },
  };
}

async function simulate(context: Context, { id, accountName, accountNumber, fen }: Transfer): Promise<void> {
  const text = messageText(
    'SIMULATED_TRANSFER',
    { name: accountName, tail: accountNumber.slice(-4), amount: yuan(fen) },
    context.language,
  );
  const masked = maskAccount(accountNumber);
  const message = {
    id,
    channel: 'sms' as const,
    address: accountNumber,
    masked,
    template: 'SIMULATED_TRANSFER',
    text,
  };
  await deliver(context, message, null);
}
