CREATE TABLE `certificate_order` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`owner_key` text NOT NULL,
	`owner_name` text NOT NULL,
	`seal_category` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`count` integer NOT NULL,
	`creator_id` text NOT NULL,
	`creator_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`asked_at` integer,
	`ended_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificate_order_number` ON `certificate_order` (`number`);--> statement-breakpoint
CREATE INDEX `certificate_order_owner` ON `certificate_order` (`owner_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `certificate_order_open` ON `certificate_order` (`state`,`asked_at`);--> statement-breakpoint
CREATE TABLE `certificate_order_item` (
	`order_id` text NOT NULL,
	`seal_id` text NOT NULL,
	`seal_name` text NOT NULL,
	`state` text NOT NULL,
	`key_id` text,
	`request` text DEFAULT '' NOT NULL,
	`certificate_id` text,
	PRIMARY KEY(`order_id`, `seal_id`)
);
--> statement-breakpoint
CREATE INDEX `certificate_order_item_seal` ON `certificate_order_item` (`seal_id`);--> statement-breakpoint
CREATE TABLE `cloud_seal_challenge` (
	`challenge` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`state` text DEFAULT 'WAITING' NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cloud_seal_challenge_account` ON `cloud_seal_challenge` (`account_id`,`expires_at`);--> statement-breakpoint
CREATE TABLE `cloud_seal_token` (
	`account_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`token_sealed` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `ent_id`)
);
--> statement-breakpoint
ALTER TABLE `certificate` ADD `reminded_at` integer;--> statement-breakpoint
ALTER TABLE `task` ADD `frozen_reason` text DEFAULT '' NOT NULL;