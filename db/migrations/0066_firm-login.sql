CREATE TABLE `firm_link` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`account_id` text NOT NULL,
	`linked_at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `firm_link_subject` ON `firm_link` (`provider_id`,`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `firm_link_account` ON `firm_link` (`account_id`,`provider_id`);--> statement-breakpoint
CREATE INDEX `firm_link_enterprise` ON `firm_link` (`enterprise_id`,`linked_at`);--> statement-breakpoint
CREATE TABLE `firm_login` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`state` text NOT NULL,
	`nonce` text NOT NULL,
	`verifier` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `firm_login_end` ON `firm_login` (`expires_at`);--> statement-breakpoint
CREATE TABLE `firm_provider` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`path` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`wrapped` text NOT NULL,
	`domains` text NOT NULL,
	`enabled` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `firm_provider_enterprise` ON `firm_provider` (`enterprise_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `firm_provider_path` ON `firm_provider` (`path`);