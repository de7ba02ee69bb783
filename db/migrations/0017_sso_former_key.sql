ALTER TABLE `sso_customer` ADD `former_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sso_customer` ADD `former_until` integer;