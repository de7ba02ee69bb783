CREATE TABLE `ukey_signing` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`input_key` text NOT NULL,
	`ukey_serial` text NOT NULL,
	`waiting` text NOT NULL,
	`signed` text NOT NULL,
	`kept` text NOT NULL,
	`answer` text,
	`began_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ukey_signing_expiry` ON `ukey_signing` (`expires_at`);--> statement-breakpoint
CREATE TABLE `user_ukey` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`serial` text NOT NULL,
	`label` text NOT NULL,
	`certificate_id` text NOT NULL,
	`bound_at` integer NOT NULL,
	`unbound_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_ukey_serial` ON `user_ukey` (`serial`) WHERE unbound_at is null;--> statement-breakpoint
CREATE INDEX `user_ukey_account` ON `user_ukey` (`account_id`);--> statement-breakpoint
CREATE INDEX `user_ukey_certificate` ON `user_ukey` (`certificate_id`);