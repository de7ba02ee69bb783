ALTER TABLE `signer` ADD `department` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `email_sealed` text DEFAULT '' NOT NULL;