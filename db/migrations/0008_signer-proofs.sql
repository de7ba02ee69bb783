CREATE TABLE `signer_proof` (
	`signer_id` text NOT NULL,
	`session_id` text NOT NULL,
	`proof` text NOT NULL,
	`way` text NOT NULL,
	`account_id` text NOT NULL,
	`proven_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`signer_id`, `session_id`, `proof`)
);
--> statement-breakpoint
CREATE INDEX `signer_proof_expiry` ON `signer_proof` (`expires_at`);--> statement-breakpoint
ALTER TABLE `signer` ADD `proofs` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `access_code_hash` text DEFAULT '' NOT NULL;